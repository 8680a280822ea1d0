package dev.corral.cli.demo.scene;

import java.time.Duration;
import java.util.List;

/**
 * What a crowd goes through, once each {@link Way}.
 *
 * @param number its place in the demo, from 1
 * @param name in one word, for machines
 * @param title in a few words
 * @param story in a sentence or two
 * @param length how long it takes each way
 * @param plan what the crowd asks for
 * @param events what happens meanwhile, in order of time
 */
public record Scene(
    int number,
    String name,
    String title,
    String story,
    Duration length,
    Plan plan,
    List<Event> events) {}
