/** The ring command: {@link dev.corral.cli.ring.RingCommand} tells which server holds which key. */
@NullMarked
package dev.corral.cli.ring;

import org.jspecify.annotations.NullMarked;
