package dev.corral.memcached;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.corral.memcached.discovery.NameServer;
import io.netty.util.NetUtil;

/** Which way dependencies point within the memcached store. */
@AnalyzeClasses(packages = "dev.corral.memcached", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ROOT = "dev.corral.memcached";
  private static final String NODE = ROOT + ".node..";
  private static final String WIRE = ROOT + ".wire..";
  private static final String REQUEST = ROOT + ".request..";
  private static final String CONNECTION = ROOT + ".connection..";
  private static final String SECURITY = ROOT + ".security..";
  private static final String DISCOVERY = ROOT + ".discovery..";

  @ArchTest
  static final ArchRule thePackagesFormNoCircle =
      slices().matching("dev.corral.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule theStoreIsKnownToNothingBelowIt = noClasses()
      .that()
      .resideInAnyPackage(NODE, WIRE, REQUEST, CONNECTION, SECURITY, DISCOVERY)
      .should()
      .dependOnClassesThat()
      .resideInAPackage(ROOT);

  @ArchTest
  static final ArchRule theWireKnowsNoRequestsAndNoConnections = noClasses()
      .that()
      .resideInAPackage(WIRE)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(REQUEST, CONNECTION, SECURITY, DISCOVERY);

  @ArchTest
  static final ArchRule requestsKnowNoConnections = noClasses()
      .that()
      .resideInAPackage(REQUEST)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(CONNECTION, SECURITY, DISCOVERY);

  @ArchTest
  static final ArchRule connectionsKnowNotHowTheirServersWereFound = noClasses()
      .that()
      .resideInAPackage(CONNECTION)
      .should()
      .dependOnClassesThat()
      .resideInAPackage(DISCOVERY);

  @ArchTest
  static final ArchRule whatProtectsConnectionsKnowsNothingOfThem = noClasses()
      .that()
      .resideInAPackage(SECURITY)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(NODE, WIRE, REQUEST, CONNECTION, DISCOVERY);

  @ArchTest
  static final ArchRule whatIsToldOfNodesKnowsNothingOfHowTheyAreReached = noClasses()
      .that()
      .resideInAPackage(NODE)
      .should()
      .dependOnClassesThat()
      .resideInAnyPackage(WIRE, REQUEST, CONNECTION, SECURITY, DISCOVERY);

  @ArchTest
  static final ArchRule nettyIsSeenOnlyWhereBytesMove = noClasses()
      .that()
      .resideInAnyPackage(ROOT, NODE)
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.netty..");

  @ArchTest
  static final ArchRule ofNettyDiscoveryUsesNothingButItsReadingOfAddresses = noClasses()
      .that()
      .resideInAPackage(DISCOVERY)
      .should()
      .dependOnClassesThat(resideInAPackage("io.netty..").and(not(equivalentTo(NetUtil.class))));

  @ArchTest
  static final ArchRule namesAreAskedForInOnePlace = noClasses()
      .that()
      .doNotBelongToAnyOf(NameServer.class)
      .should()
      .dependOnClassesThat()
      .resideInAPackage("javax.naming..");

  @ArchTest
  static final ArchRule tlsIsSpokenOnlyWhereConnectionsAreProtectedOrMade = noClasses()
      .that()
      .resideOutsideOfPackages(SECURITY, CONNECTION)
      .should()
      .dependOnClassesThat()
      .resideInAPackage("io.netty.handler.ssl..");

  @ArchTest
  static final ArchRule nothingIsSaidOnTheConsole = noClasses()
      .should()
      .accessField(System.class, "out")
      .orShould()
      .accessField(System.class, "err");
}
