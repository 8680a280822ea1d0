package dev.corral.cli.demo.scene;

import java.time.Duration;
import java.util.List;

/**
 * How it went in a short part of a run, in all processes together. The parts of a run are of equal
 * length, and follow each other without gaps.
 *
 * @param end when the part ended, from the beginning of the run
 * @param calls how many calls ended
 * @param queries how many queries reached the database
 * @param running how many of them it was working on, or had waiting, at the end
 * @param errors how many calls failed
 * @param p99 the time that 99 of 100 of the calls did not exceed; zero if there were none
 * @param events what happened in it
 */
public record Sample(
    Duration end,
    long calls,
    long queries,
    long running,
    long errors,
    Duration p99,
    List<Event> events) {}
