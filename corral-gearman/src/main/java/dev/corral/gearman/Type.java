package dev.corral.gearman;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The packets of Gearman's binary protocol that are said or heard here, and their numbers. */
enum Type {
  CAN_DO(1),
  PRE_SLEEP(4),
  NOOP(6),
  SUBMIT_JOB(7),
  JOB_CREATED(8),
  NO_JOB(10),
  WORK_STATUS(12),
  WORK_COMPLETE(13),
  WORK_FAIL(14),
  ECHO_REQ(16),
  ECHO_RES(17),
  SUBMIT_JOB_BG(18),
  ERROR(19),
  WORK_EXCEPTION(25),
  OPTION_REQ(26),
  OPTION_RES(27),
  WORK_DATA(28),
  WORK_WARNING(29),
  GRAB_JOB_UNIQ(30),
  JOB_ASSIGN_UNIQ(31);

  private static final Map<Integer, Type> BY_NUMBER = new HashMap<>();

  static {
    for (Type type : values()) {
      BY_NUMBER.put(type.number, type);
    }
  }

  private final int number;

  Type(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  /** The type of that number, or null if it is not known here. */
  static @Nullable Type of(int number) {
    return BY_NUMBER.get(number);
  }
}
