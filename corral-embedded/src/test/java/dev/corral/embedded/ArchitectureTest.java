package dev.corral.embedded;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which way dependencies point within the embedded server. */
@AnalyzeClasses(packages = "dev.corral.embedded", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "dev.corral.embedded";
  private static final String JUNIT = ROOT + ".junit..";
  private static final String CONNECTION = ROOT + ".connection..";
  private static final String COMMAND = ROOT + ".command..";
  private static final String FAULT = ROOT + ".fault..";
  private static final String WIRE = ROOT + ".wire..";

  @ArchTest
  static final ArchRule thePackagesFormNoCircle =
      slices().matching("dev.corral.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theServerIsKnownToNothingBelowIt = noClasses()
      .that()
      .resideInAnyPackage(CONNECTION, COMMAND, FAULT, WIRE)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(ROOT, JUNIT);

  @ArchTest
  static final ArchRule theWireKnowsNoOtherPackage = noClasses()
      .that()
      .resideInAPackage(WIRE)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(CONNECTION, COMMAND, FAULT);

  @ArchTest
  static final ArchRule commandsKnowNoConnectionsAndNoFaults = noClasses()
      .that()
      .resideInAPackage(COMMAND)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(CONNECTION, FAULT);

  @ArchTest
  static final ArchRule faultsKnowNotWhereTheyStrike = noClasses()
      .that()
      .resideInAPackage(FAULT)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(CONNECTION, COMMAND, WIRE, "io.netty..");

  @ArchTest
  static final ArchRule nettyIsSeenOnlyWhereBytesMove = noClasses()
      .that()
      .resideInAnyPackage(ROOT, JUNIT, COMMAND)
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.netty..");

  @ArchTest
  static final ArchRule junitIsSeenOnlyByItsExtension = noClasses()
      .that()
      .resideOutsideOfPackage(JUNIT)
      .should()
      .dependOnClassesThat()
      .resideInAPackage("org.junit..");

  @ArchTest
  static final ArchRule nothingIsSaidOnTheConsole = noClasses()
      .should()
      .accessField(System.class, "out")
      .orShould()
      .accessField(System.class, "err");
}
