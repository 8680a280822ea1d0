package dev.corral;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which way dependencies point within core. */
@AnalyzeClasses(packages = "dev.corral", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String[] FOUNDATION = {
    "dev.corral.check..",
    "dev.corral.crowd..",
    "dev.corral.future..",
    "dev.corral.hash..",
    "dev.corral.item..",
    "dev.corral.patience..",
    "dev.corral.fault..",
    "dev.corral.time..",
    "dev.corral.load..",
    "dev.corral.lease..",
    "dev.corral.scope..",
    "dev.corral.site..",
    "dev.corral.metric..",
    "dev.corral.key..",
    "dev.corral.codec..",
    "dev.corral.ring..",
    "dev.corral.store.."
  };

  /** Those that stand for themselves. Others use the lock, the queue and the cache. */
  private static final String[] RECIPES = {
    "dev.corral.counter..",
    "dev.corral.limit..",
    "dev.corral.list..",
    "dev.corral.namespace..",
    "dev.corral.replica.."
  };

  @ArchTest
  static final ArchRule theFoundationKnowsNothingOfWhatStandsOnIt = noClasses()
      .that()
      .resideInAnyPackage(FOUNDATION)
      .should()
      .dependOnClassesThat(
          resideInAPackage("dev.corral..").and(not(resideInAnyPackage(FOUNDATION))));

  @ArchTest
  static final ArchRule faultAndTimeKnowNobody = noClasses()
      .that()
      .resideInAnyPackage("dev.corral.fault..", "dev.corral.time..")
      .should()
      .dependOnClassesThat(resideInAPackage("dev.corral..")
          .and(not(resideInAnyPackage("dev.corral.fault..", "dev.corral.time.."))));

  @ArchTest
  static final ArchRule theLockAndTheQueueKnowNobodyThatUsesThem = noClasses()
      .that()
      .resideInAnyPackage("dev.corral.lock..", "dev.corral.queue..")
      .should()
      .dependOnClassesThat(resideInAPackage("dev.corral..")
          .and(not(resideInAnyPackage(FOUNDATION)))
          .and(not(resideInAnyPackage("dev.corral.lock..", "dev.corral.queue.."))));

  @ArchTest
  static void recipesUseNoOtherRecipe(JavaClasses core) {
    for (String recipe : RECIPES) {
      noClasses()
          .that()
          .resideInAPackage(recipe)
          .should()
          .dependOnClassesThat(resideInAPackage("dev.corral..")
              .and(not(resideInAnyPackage(FOUNDATION)))
              .and(not(resideInAPackage(recipe))))
          .check(core);
    }
  }

  @ArchTest
  static void nobodyButTheWayInKnowsOfARecipe(JavaClasses core) {
    for (String recipe : RECIPES) {
      noClasses()
          .that(not(resideInAnyPackage("dev.corral", recipe)))
          .should()
          .dependOnClassesThat()
          .resideInAPackage(recipe)
          .check(core);
    }
  }

  @ArchTest
  static final ArchRule keyspacesUseTheCacheAndTheLockAndNoOtherRecipe = noClasses()
      .that()
      .resideInAPackage("dev.corral.keyspace..")
      .should()
      .dependOnClassesThat(resideInAPackage("dev.corral..")
          .and(not(resideInAnyPackage(FOUNDATION)))
          .and(not(resideInAnyPackage(
              "dev.corral.keyspace..", "dev.corral.cache..", "dev.corral.lock.."))));

  @ArchTest
  static final ArchRule nobodyButTheWayInKnowsOfKeyspaces = noClasses()
      .that(not(resideInAnyPackage("dev.corral", "dev.corral.keyspace..")))
      .should()
      .dependOnClassesThat()
      .resideInAPackage("dev.corral.keyspace..");

  @ArchTest
  static final ArchRule thePackagesFormNoCircle =
      slices().matching("dev.corral.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule coreNeverSeesANetworkLibrary = noClasses()
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage("io.netty..", "java.nio.channels..", "java.net..");

  @ArchTest
  static final ArchRule noValueIsReadByJavaSerialization = noClasses()
      .should()
      .dependOnClassesThat()
      .haveNameMatching("java\\.io\\.(ObjectInputStream|ObjectOutputStream).*");

  @ArchTest
  static final ArchRule nothingIsSaidOnTheConsole = noClasses()
      .should()
      .accessField(System.class, "out")
      .orShould()
      .accessField(System.class, "err");
}
