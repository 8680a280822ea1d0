package dev.corral.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Which way dependencies point within the command. */
@AnalyzeClasses(packages = "dev.corral.cli", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "dev.corral.cli";

  @ArchTest
  static final ArchRule thePackagesFormNoCircle =
      slices().matching("dev.corral.cli.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule noCommandKnowsTheWholeOfThem = noClasses()
      .that()
      .resideOutsideOfPackage(ROOT)
      .should()
      .dependOnClassesThat()
      .resideInAPackage(ROOT);

  @ArchTest
  static final ArchRule whatTheyShareKnowsNoneOfThem = noClasses()
      .that()
      .resideInAnyPackage(ROOT + ".option..", ROOT + ".terminal..")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          ROOT + ".bench..",
          ROOT + ".dashboard..",
          ROOT + ".demo..",
          ROOT + ".doctor..",
          ROOT + ".item..",
          ROOT + ".ns..",
          ROOT + ".ring..",
          ROOT + ".server..");

  @ArchTest
  static final ArchRule whatThePlayIsKnowsNotWhoPlaysIt = noClasses()
      .that()
      .resideInAPackage(ROOT + ".demo.scene..")
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(
          ROOT + ".demo",
          ROOT + ".demo.crowd..",
          ROOT + ".demo.database..",
          ROOT + ".demo.page..",
          ROOT + ".demo.screen..");
}
