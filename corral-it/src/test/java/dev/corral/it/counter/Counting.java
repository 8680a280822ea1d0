package dev.corral.it.counter;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.counter.Counter;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.store.Arithmetic;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.sql.SQLException;

/** How comments are counted: by a counter, or as one does who has not thought of much. */
interface Counting {
  long get(long post, Comments comments) throws SQLException;

  long update(long post, Counter.Change<SQLException> change) throws SQLException;

  /** Whether no server still has to confirm something. */
  boolean isSettled();

  static Counting by(Counter<Long> counter) {
    return new Counting() {
      @Override
      public long get(long post, Comments comments) {
        return counter.get(post, comments::count);
      }

      @Override
      public long update(long post, Counter.Change<SQLException> change) throws SQLException {
        return counter.updateBy(post, change);
      }

      @Override
      public boolean isSettled() {
        return counter.overdue() == 0;
      }
    };
  }

  /** Reads, else counts and sets; and adds to what is there after a transaction. */
  static Counting naively(MemcachedStore store) {
    return new Counting() {
      @Override
      public long get(long post, Comments comments) throws SQLException {
        try {
          if (Answers.join(store.get(key(post))) instanceof Item item) {
            return Long.parseLong(new String(item.value(), US_ASCII).strip());
          }
          long count = comments.count(post);
          byte[] digits = String.valueOf(count).getBytes(US_ASCII);
          Answers.join(store.set(key(post), digits, Ttl.seconds(600)));
          return count;
        } catch (UnavailableException e) {
          return comments.count(post);
        }
      }

      @Override
      public long update(long post, Counter.Change<SQLException> change) throws SQLException {
        long delta = change.run();
        try {
          Answers.join(store.execute(
              delta < 0
                  ? Arithmetic.subtract(key(post), -delta)
                  : Arithmetic.add(key(post), delta)));
        } catch (UnavailableException e) {
          // and nothing more: that is what is naive
        }
        return delta;
      }

      @Override
      public boolean isSettled() {
        return true;
      }
    };
  }

  private static Key key(long post) {
    return Key.of("naive", post);
  }
}
