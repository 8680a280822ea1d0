package dev.corral.ring;

/** Bob Jenkins' one-at-a-time hash, with libmemcached's treatment of bytes as signed. */
final class OneAtATime {
  private OneAtATime() {}

  static int hash(byte[] key) {
    int hash = 0;
    for (byte next : key) {
      hash += next;
      hash += hash << 10;
      hash ^= hash >>> 6;
    }
    hash += hash << 3;
    hash ^= hash >>> 11;
    hash += hash << 15;
    return hash;
  }
}
