package dev.corral.codec;

import java.lang.reflect.Type;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.json.JsonMapper;

/** JSON by Jackson. The one class that needs it, loaded only when a JSON codec is asked for. */
final class Json {
  // Old and new versions of a program share a cache: a field that only one of them knows is no
  // fault.
  private static final JsonMapper MAPPER = JsonMapper.builder()
      .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .build();

  private static final Logger LOG = LoggerFactory.getLogger(Json.class);

  private Json() {}

  static <T> Codec<T> codec(Type type) {
    JavaType javaType = MAPPER.constructType(type);
    AtomicBoolean warned = new AtomicBoolean();
    ObjectReader reader = MAPPER.readerFor(javaType);
    return new Codec<>(
        "Codec.json(" + type.getTypeName() + ")",
        MAPPER.writerFor(javaType)::writeValueAsBytes,
        (bytes, offset, length) -> {
          try {
            return reader.<T>readValue(bytes, offset, length);
          } catch (InvalidDefinitionException e) {
            // The class is at fault more than the bytes: as a mere miss it would not be noticed.
            // Its message may quote the bytes, so it is not passed on.
            if (warned.compareAndSet(false, true)) {
              LOG.error(
                  "Jackson cannot read a {} of {}: it knows no constructor or no subclass to use",
                  e.getType().getRawClass().getName(),
                  type.getTypeName());
            }
            throw e;
          }
        });
  }
}
