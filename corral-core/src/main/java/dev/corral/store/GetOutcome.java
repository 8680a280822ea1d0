package dev.corral.store;

/** What a {@link Get} found: an {@link Item}, or a {@link Miss}. */
public sealed interface GetOutcome permits Item, Miss {}
