package dev.corral.it.steps;

/** A row of the shop's table. */
public record Product(long id, String name, int cents) {}
