/**
 * Passwords on real servers. {@link dev.corral.it.password.PasswordFile} is what server and client
 * read them from; whether one gets out is for {@link dev.corral.it.password.Transcript} to say.
 */
@NullMarked
package dev.corral.it.password;

import org.jspecify.annotations.NullMarked;
