package dev.corral.key;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Short ids for long names, for keys that begin with the name of a function or the text of a query:
 *
 * <pre>{@code
 * KeyTable calls = KeyTable.of(Map.of("findOrdersByCustomerAndMonth", 1, "findOpenInvoices", 2));
 * Key key = Key.of(calls.id("findOrdersByCustomerAndMonth"), customer, month);
 * }</pre>
 *
 * <p>The ids are written down rather than counted or hashed: so they are the same in every process
 * and every release. An id must not be given to another name while items of the old one may live.
 *
 * <p>Tables are immutable and safe for use by many threads.
 */
public final class KeyTable {
  private final Map<String, Integer> ids;

  private KeyTable(Map<String, Integer> ids) {
    this.ids = ids;
  }

  /**
   * A table of these names.
   *
   * @param ids the id of each name
   * @return the table
   * @throws IllegalArgumentException if two names have the same id, or anything is null; all names
   *     that share an id are told at once
   */
  public static KeyTable of(Map<String, Integer> ids) {
    if (ids == null) {
      throw new IllegalArgumentException("ids must not be null");
    }
    // Sorted, so that the same mistake always has the same message.
    TreeMap<Integer, TreeSet<String>> names = new TreeMap<>();
    ids.forEach((name, id) -> {
      if (name == null || id == null) {
        throw new IllegalArgumentException(
            "neither name nor id may be null, but have " + name + " = " + id);
      }
      names.computeIfAbsent(id, any -> new TreeSet<>()).add(name);
    });
    List<String> shared = names.entrySet().stream()
        .filter(entry -> entry.getValue().size() > 1)
        .map(entry -> entry.getKey() + " by " + String.join(", ", entry.getValue()))
        .toList();
    if (!shared.isEmpty()) {
      throw new IllegalArgumentException(
          "each id must have one name, but these are shared: " + String.join("; ", shared));
    }
    return new KeyTable(Map.copyOf(ids));
  }

  /**
   * The id of a name.
   *
   * @param name a name that the table holds
   * @return its id
   * @throws IllegalArgumentException if the table does not hold it
   */
  public int id(String name) {
    if (name == null) {
      throw new IllegalArgumentException("name must not be null");
    }
    Integer id = ids.get(name);
    if (id == null) {
      throw new IllegalArgumentException("the key table has no id for " + name);
    }
    return id;
  }
}
