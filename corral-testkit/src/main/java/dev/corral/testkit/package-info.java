/**
 * For those who write a store or a queue, or test what they built on one. A store's test extends
 * {@link dev.corral.testkit.StoreContract} or {@link dev.corral.testkit.BasicStoreContract}, a
 * queue's {@link dev.corral.testkit.RefreshQueueContract}; {@link dev.corral.testkit.MovableTicker}
 * is a clock that moves when the test says so.
 */
@NullMarked
package dev.corral.testkit;

import org.jspecify.annotations.NullMarked;
