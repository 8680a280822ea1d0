/**
 * Items at rest, as a memcached server keeps them: the {@link dev.corral.item.ItemTable} holds an
 * {@link dev.corral.item.Entry} for each key and changes it atomically. The memory store and the
 * embedded server each say on top of it what their operations do.
 */
@NullMarked
package dev.corral.item;

import org.jspecify.annotations.NullMarked;
