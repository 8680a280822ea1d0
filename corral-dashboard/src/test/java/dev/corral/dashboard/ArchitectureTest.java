package dev.corral.dashboard;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which way dependencies point within the dashboard. */
@AnalyzeClasses(packages = "dev.corral.dashboard", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "dev.corral.dashboard";
  private static final String SAMPLE = ROOT + ".sample..";
  private static final String SUBJECT = ROOT + ".subject..";
  private static final String WEB = ROOT + ".web..";

  @ArchTest
  static final ArchRule thePackagesFormNoCircle =
      slices().matching("dev.corral.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theDashboardIsKnownToNothingBelowIt = noClasses()
      .that()
      .resideInAnyPackage(SAMPLE, SUBJECT, WEB)
      .should()
      .dependOnClassesThat()
      .resideInAPackage(ROOT);

  @ArchTest
  static final ArchRule theServerKnowsNotWhatItServes = noClasses()
      .that()
      .resideInAPackage(WEB)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(SAMPLE, SUBJECT, "dev.corral.memcached..", "dev.corral.metric..");

  @ArchTest
  static final ArchRule theSubjectKnowsNotWhoLooks = noClasses()
      .that()
      .resideInAPackage(SUBJECT)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(SAMPLE, WEB);

  @ArchTest
  static final ArchRule httpIsSeenOnlyByTheServer = noClasses()
      .that()
      .resideOutsideOfPackage(WEB)
      .should()
      .dependOnClassesThat()
      .resideInAPackage("com.sun.net.httpserver..");

  @ArchTest
  static final ArchRule nothingIsSaidOnTheConsole = noClasses()
      .should()
      .accessField(System.class, "out")
      .orShould()
      .accessField(System.class, "err");
}
