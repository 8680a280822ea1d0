package dev.corral.memcached.connection;

import dev.corral.memcached.node.ServerVersion;

/**
 * What a server told of itself when it was greeted.
 *
 * @param version its version
 * @param keepsCas whether it gives out CAS numbers; where it won't tell, it is taken to
 * @param takesAnyone whether it says that it wants no password
 * @param maxItemBytes its item size limit
 * @param idleSeconds after how many seconds it closes a connection on which nothing comes; 0 for
 *     never
 */
record ServerFacts(
    ServerVersion version,
    boolean keepsCas,
    boolean takesAnyone,
    int maxItemBytes,
    int idleSeconds) {}
