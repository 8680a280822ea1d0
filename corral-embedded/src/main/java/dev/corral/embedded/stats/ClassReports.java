package dev.corral.embedded.stats;

import java.util.List;

/** {@code stats items} and {@code stats slabs}: the same by the classes of items. */
/* design
 *
 * The real server moves items between a hot, a warm and a cold list. Here is no such thing: all are
 * told as hot, which they are when they are stored, and all else of the lists is always 0. So are
 * evictions, which are only known in all.
 */
public final class ClassReports {
  private static final List<String> BEHIND_BYTES = List.of(
      "evicted",
      "evicted_nonzero",
      "evicted_time",
      "outofmemory",
      "tailrepairs",
      "reclaimed",
      "expired_unfetched",
      "evicted_unfetched",
      "evicted_active",
      "crawler_reclaimed",
      "crawler_items_checked",
      "lrutail_reflocked",
      "moves_to_cold",
      "moves_to_warm",
      "moves_within_lru",
      "direct_reclaims");

  private ClassReports() {}

  /**
   * The classes that have items.
   *
   * @param inventory the items
   * @param figures what was counted
   * @return the report
   */
  public static Report items(Inventory inventory, Figures figures) {
    Report report = new Report();
    for (int slabClass = 1; slabClass <= inventory.classes().count(); slabClass++) {
      if (inventory.items(slabClass) == 0) {
        continue;
      }
      String prefix = "items:" + slabClass + ":";
      report.add(prefix + "number", inventory.items(slabClass));
      report.add(prefix + "number_hot", inventory.items(slabClass));
      for (String name : List.of("number_warm", "number_cold", "age_hot", "age_warm", "age")) {
        report.add(prefix + name, 0);
      }
      report.add(prefix + "mem_requested", inventory.bytes(slabClass));
      for (String name : BEHIND_BYTES) {
        report.add(prefix + name, 0);
      }
      report.add(prefix + "hits_to_hot", figures.counted(ClassFigure.GET_HITS, slabClass));
      for (String name : List.of("hits_to_warm", "hits_to_cold", "hits_to_temp")) {
        report.add(prefix + name, 0);
      }
    }
    return report;
  }

  /**
   * The classes that ever had items, and the memory that these take.
   *
   * @param inventory the items
   * @param figures what was counted
   * @return the report
   */
  public static Report slabs(Inventory inventory, Figures figures) {
    Report report = new Report();
    SlabClasses classes = inventory.classes();
    long active = 0;
    long pagesOfAll = 0;
    for (int slabClass = 1; slabClass <= classes.count(); slabClass++) {
      long pages = inventory.pages(slabClass);
      if (pages == 0) {
        continue;
      }
      active++;
      pagesOfAll += pages;
      long chunks = pages * classes.chunksPerPage(slabClass);
      String prefix = slabClass + ":";
      report.add(prefix + "chunk_size", classes.chunkSize(slabClass));
      report.add(prefix + "chunks_per_page", classes.chunksPerPage(slabClass));
      report.add(prefix + "total_pages", pages);
      report.add(prefix + "total_chunks", chunks);
      report.add(prefix + "used_chunks", inventory.chunks(slabClass));
      report.add(prefix + "free_chunks", chunks - inventory.chunks(slabClass));
      report.add(prefix + "free_chunks_end", 0);
      for (ClassFigure figure : ClassFigure.values()) {
        report.add(prefix + figure.stat(), figures.counted(figure, slabClass));
      }
    }
    report.add("active_slabs", active);
    report.add("total_malloced", pagesOfAll * SlabClasses.PAGE);
    return report;
  }
}
