/** The server command: {@link dev.corral.cli.server.ServerCommand} runs the embedded server. */
@NullMarked
package dev.corral.cli.server;

import org.jspecify.annotations.NullMarked;
