package dev.corral.it.embedded.differential;

/**
 * What both servers have in common before a sequence begins.
 *
 * @param cas the CAS number that was given last
 * @param epochSecond their clocks' time
 */
record Moment(long cas, long epochSecond) {}
