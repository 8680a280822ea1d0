package dev.corral.cache;

import dev.corral.codec.Codec;
import dev.corral.queue.RefreshQueue;

/**
 * To whom loads are handed over.
 *
 * @param queue where the jobs go
 * @param keys writes keys into jobs, and reads them
 */
record Handover<K>(RefreshQueue queue, Codec<K> keys) {}
