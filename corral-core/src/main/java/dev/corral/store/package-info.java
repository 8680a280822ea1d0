/**
 * Where items are kept. A {@link dev.corral.store.Store} takes {@link dev.corral.store.Operation
 * operations}, each atomic on one key, and answers with values that callers branch on;
 * {@link dev.corral.store.MemoryStore} is the one that needs no server.
 */
@NullMarked
package dev.corral.store;

import org.jspecify.annotations.NullMarked;
