/**
 * The doctor command: {@link dev.corral.cli.doctor.DoctorCommand} examines the servers of a cluster
 * and says what to do about what it finds. What is asked of servers is in {@code Examiner}; the
 * {@code Checks} judge it, and ask nothing.
 */
@NullMarked
package dev.corral.cli.doctor;

import org.jspecify.annotations.NullMarked;
