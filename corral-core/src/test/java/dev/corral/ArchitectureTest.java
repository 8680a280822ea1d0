package dev.corral;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

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
  static final ArchRule namespacesUseNoOtherRecipe = noClasses()
      .that()
      .resideInAPackage("dev.corral.namespace..")
      .should()
      .dependOnClassesThat(resideInAPackage("dev.corral..")
          .and(not(resideInAnyPackage(FOUNDATION)))
          .and(not(resideInAPackage("dev.corral.namespace.."))));

  @ArchTest
  static final ArchRule nobodyButTheWayInKnowsOfNamespaces = noClasses()
      .that(not(resideInAnyPackage("dev.corral", "dev.corral.namespace..")))
      .should()
      .dependOnClassesThat()
      .resideInAPackage("dev.corral.namespace..");

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
  static final ArchRule limitersUseNoOtherRecipe = noClasses()
      .that()
      .resideInAPackage("dev.corral.limit..")
      .should()
      .dependOnClassesThat(resideInAPackage("dev.corral..")
          .and(not(resideInAnyPackage(FOUNDATION)))
          .and(not(resideInAPackage("dev.corral.limit.."))));

  @ArchTest
  static final ArchRule nobodyButTheWayInKnowsOfLimiters = noClasses()
      .that(not(resideInAnyPackage("dev.corral", "dev.corral.limit..")))
      .should()
      .dependOnClassesThat()
      .resideInAPackage("dev.corral.limit..");

  @ArchTest
  static final ArchRule countersUseNoOtherRecipe = noClasses()
      .that()
      .resideInAPackage("dev.corral.counter..")
      .should()
      .dependOnClassesThat(resideInAPackage("dev.corral..")
          .and(not(resideInAnyPackage(FOUNDATION)))
          .and(not(resideInAPackage("dev.corral.counter.."))));

  @ArchTest
  static final ArchRule nobodyButTheWayInKnowsOfCounters = noClasses()
      .that(not(resideInAnyPackage("dev.corral", "dev.corral.counter..")))
      .should()
      .dependOnClassesThat()
      .resideInAPackage("dev.corral.counter..");

  @ArchTest
  static final ArchRule listsUseNoOtherRecipe = noClasses()
      .that()
      .resideInAPackage("dev.corral.list..")
      .should()
      .dependOnClassesThat(resideInAPackage("dev.corral..")
          .and(not(resideInAnyPackage(FOUNDATION)))
          .and(not(resideInAPackage("dev.corral.list.."))));

  @ArchTest
  static final ArchRule nobodyButTheWayInKnowsOfLists = noClasses()
      .that(not(resideInAnyPackage("dev.corral", "dev.corral.list..")))
      .should()
      .dependOnClassesThat()
      .resideInAPackage("dev.corral.list..");

  @ArchTest
  static final ArchRule replicasUseNoOtherRecipe = noClasses()
      .that()
      .resideInAPackage("dev.corral.replica..")
      .should()
      .dependOnClassesThat(resideInAPackage("dev.corral..")
          .and(not(resideInAnyPackage(FOUNDATION)))
          .and(not(resideInAPackage("dev.corral.replica.."))));

  @ArchTest
  static final ArchRule nobodyButTheWayInKnowsOfReplicas = noClasses()
      .that(not(resideInAnyPackage("dev.corral", "dev.corral.replica..")))
      .should()
      .dependOnClassesThat()
      .resideInAPackage("dev.corral.replica..");

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
