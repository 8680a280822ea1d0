package dev.corral.list;

/**
 * An id comes into a list, or leaves it. To come when it is there, or to leave when it is not,
 * changes nothing: a change may be made twice.
 */
record Change(long id, boolean isAdd) {}
