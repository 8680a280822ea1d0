package dev.corral.codec;

/** The only value of an item that matters by being there at all; see {@link Codec#existence()}. */
public enum Present {
  /** The item is there. */
  PRESENT
}
