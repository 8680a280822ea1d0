package dev.corral.memcached;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which way dependencies point within the memcached store. */
@AnalyzeClasses(packages = "dev.corral.memcached", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "dev.corral.memcached";
  private static final String NODE = ROOT + ".node..";
  private static final String WIRE = ROOT + ".wire..";
  private static final String REQUEST = ROOT + ".request..";
  private static final String CONNECTION = ROOT + ".connection..";

  @ArchTest
  static final ArchRule thePackagesFormNoCircle =
      slices().matching("dev.corral.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theStoreIsKnownToNothingBelowIt = noClasses()
      .that()
      .resideInAnyPackage(NODE, WIRE, REQUEST, CONNECTION)
      .should()
      .dependOnClassesThat()
      .resideInAPackage(ROOT);

  @ArchTest
  static final ArchRule theWireKnowsNoRequestsAndNoConnections = noClasses()
      .that()
      .resideInAPackage(WIRE)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(REQUEST, CONNECTION);

  @ArchTest
  static final ArchRule requestsKnowNoConnections = noClasses()
      .that()
      .resideInAPackage(REQUEST)
      .should()
      .dependOnClassesThat()
      .resideInAPackage(CONNECTION);

  @ArchTest
  static final ArchRule whatIsToldOfNodesKnowsNothingOfHowTheyAreReached = noClasses()
      .that()
      .resideInAPackage(NODE)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(WIRE, REQUEST, CONNECTION);

  @ArchTest
  static final ArchRule nettyIsSeenOnlyWhereBytesMove = noClasses()
      .that()
      .resideInAnyPackage(ROOT, NODE)
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.netty..");

  @ArchTest
  static final ArchRule nothingIsSaidOnTheConsole = noClasses()
      .should()
      .accessField(System.class, "out")
      .orShould()
      .accessField(System.class, "err");
}
