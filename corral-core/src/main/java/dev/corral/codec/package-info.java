/**
 * Values as bytes and back: a {@link dev.corral.codec.Codec} turns one into the other, and an
 * {@link dev.corral.codec.Envelope} adds what a cache must know about the value. Bytes that cannot
 * be read are a {@link dev.corral.codec.CorruptValueException}, whatever they are.
 */
@NullMarked
package dev.corral.codec;

import org.jspecify.annotations.NullMarked;
