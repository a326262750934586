package dev.smelt;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rooms of the engine and who may read whom. A room that is not listed here does not exist: add it to {@link #ROOMS},
 * in its place in the order, and give it a rule of its own.
 *
 * <p>Every rule holds for rooms that are still empty.
 */
@AnalyzeClasses(packages = "dev.smelt", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String FACADE = "dev.smelt";

    private static final String JSQLPARSER_ADAPTER = "dev.smelt.sql.jsqlparser..";

    private static final String ENGINE_TREE_ADAPTER = "dev.smelt.sql.duckdb..";

    private static final String DUCKDB_ADAPTER = "dev.smelt.warehouse.duckdb..";

    private static final List<String> ROOMS = List.of(
            "time",
            "diagnostics",
            "model",
            "project",
            "sql",
            "graph",
            "relation",
            "safety",
            "ledger",
            "lineage",
            "schema",
            "warehouse",
            "assertion",
            "plan",
            "run",
            "verify",
            "report");

    // ---- rooms, top to bottom: each reads only rooms above it ----

    @ArchTest
    static final ArchRule every_class_lives_in_a_room =
            classes().should().resideInAnyPackage(allPackages()).allowEmptyShould(true);

    @ArchTest
    static final ArchRule time_reads_nothing = room("time");

    @ArchTest
    static final ArchRule diagnostics_read_time = room("diagnostics", "time");

    @ArchTest
    static final ArchRule model_reads_values = room("model", "time", "diagnostics");

    @ArchTest
    static final ArchRule project_reads_no_sql = room("project", "time", "diagnostics", "model");

    @ArchTest
    static final ArchRule sql_reads_no_files = room("sql", "time", "diagnostics", "model");

    @ArchTest
    static final ArchRule graph_reads_sql = room("graph", "time", "diagnostics", "model", "sql");

    @ArchTest
    static final ArchRule relation_reads_sql = room("relation", "time", "diagnostics", "model", "sql");

    @ArchTest
    static final ArchRule safety_reads_relation = room("safety", "time", "diagnostics", "model", "sql", "relation");

    /** Of the ledger they read the values that it records: definitions and deployments. */
    @ArchTest
    static final ArchRule lineage_reads_relation =
            room("lineage", "time", "diagnostics", "model", "sql", "relation", "ledger");

    @ArchTest
    static final ArchRule schema_reads_lineage =
            room("schema", "time", "diagnostics", "model", "sql", "lineage", "ledger");

    @ArchTest
    static final ArchRule ledger_is_a_port = room("ledger", "time", "diagnostics", "model", "warehouse");

    @ArchTest
    static final ArchRule warehouse_is_a_port = room("warehouse", "time", "diagnostics", "model");

    /** Tests and checks: what they need, and what came of them. */
    @ArchTest
    static final ArchRule assertion_reads_ports =
            room("assertion", "time", "diagnostics", "model", "sql", "graph", "warehouse");

    /** Planning is pure: it reads what the ledger says, as values, and never a live warehouse. */
    @ArchTest
    static final ArchRule plan_reads_no_warehouse = room(
            "plan",
            "time",
            "diagnostics",
            "model",
            "project",
            "sql",
            "graph",
            "relation",
            "safety",
            "lineage",
            "schema",
            "ledger");

    @ArchTest
    static final ArchRule run_reads_plans_and_ports = room(
            "run",
            "time",
            "diagnostics",
            "model",
            "project",
            "sql",
            "graph",
            "relation",
            "safety",
            "lineage",
            "schema",
            "ledger",
            "warehouse",
            "assertion",
            "plan");

    /** It rehearses plans on scratch tables and never touches the ledger. */
    @ArchTest
    static final ArchRule verify_reads_plans_and_the_warehouse =
            room("verify", "time", "diagnostics", "model", "sql", "relation", "warehouse", "plan");

    /** Reports see the events of a run, since these are values too. */
    @ArchTest
    static final ArchRule report_reads_values = room(
            "report",
            "time",
            "diagnostics",
            "model",
            "project",
            "sql",
            "graph",
            "relation",
            "safety",
            "lineage",
            "schema",
            "ledger",
            "warehouse",
            "assertion",
            "plan",
            "run",
            "verify");

    /** The adapter that implements the ports of two rooms lies in one of them, and is no part of it. */
    @ArchTest
    static final ArchRule rooms_have_no_cycles = slices().matching("dev.smelt.(*)..")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(resideInAPackage(DUCKDB_ADAPTER), alwaysTrue())
            .allowEmptyShould(true);

    // ---- adapters and the libraries behind them ----

    @ArchTest
    static final ArchRule jsqlparser_adapter_reads_what_sql_reads =
            adapter(JSQLPARSER_ADAPTER, "time", "diagnostics", "model", "sql");

    /** It reads the engine's syntax tree as text, which the binder gives: it sees no library. */
    @ArchTest
    static final ArchRule engine_tree_adapter_reads_what_sql_reads =
            adapter(ENGINE_TREE_ADAPTER, "time", "diagnostics", "model", "sql");

    @ArchTest
    static final ArchRule only_the_facade_names_the_engine_tree_adapter =
            onlyThese(ENGINE_TREE_ADAPTER, FACADE).mayRead(ENGINE_TREE_ADAPTER);

    @ArchTest
    static final ArchRule the_readers_know_nothing_of_each_other = noClasses()
            .that()
            .resideInAPackage(ENGINE_TREE_ADAPTER)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(JSQLPARSER_ADAPTER)
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("dev.smelt.warehouse..");

    @ArchTest
    static final ArchRule duckdb_adapter_plans_and_runs_nothing = adapter(
            DUCKDB_ADAPTER,
            "time",
            "diagnostics",
            "model",
            "project",
            "sql",
            "graph",
            "relation",
            "safety",
            "lineage",
            "schema",
            "ledger",
            "warehouse");

    @ArchTest
    static final ArchRule only_the_facade_names_the_jsqlparser_adapter =
            onlyThese(JSQLPARSER_ADAPTER, FACADE).mayRead(JSQLPARSER_ADAPTER);

    @ArchTest
    static final ArchRule only_the_facade_names_the_duckdb_adapter =
            onlyThese(DUCKDB_ADAPTER, FACADE).mayRead(DUCKDB_ADAPTER);

    @ArchTest
    static final ArchRule jsqlparser_stays_in_its_adapter =
            onlyThese(JSQLPARSER_ADAPTER).mayRead("net.sf.jsqlparser..");

    @ArchTest
    static final ArchRule jdbc_stays_in_the_duckdb_adapter =
            onlyThese(DUCKDB_ADAPTER).mayRead("org.duckdb..", "java.sql..", "javax.sql..");

    @ArchTest
    static final ArchRule jackson_stays_at_the_edges = onlyThese(
                    "dev.smelt.project..", "dev.smelt.report..", DUCKDB_ADAPTER)
            .mayRead("tools.jackson..", "com.fasterxml.jackson..");

    @ArchTest
    static final ArchRule the_engine_knows_no_maven =
            onlyThese().mayRead("org.apache.maven..", "org.codehaus.plexus..");

    // ---- nothing enters or leaves behind the caller's back ----

    @ArchTest
    static final ArchRule no_standard_streams_and_no_ambient_configuration = noClasses()
            .should()
            .accessTargetWhere(staticMember(
                    System.class, "out", "err", "in", "getProperty", "getProperties", "setProperty", "getenv"))
            .because("the caller passes settings in and decides where text goes")
            .allowEmptyShould(true);

    /** A {@code now} that is given a {@link Clock} is fine, and so is {@code System.nanoTime} for a duration. */
    @ArchTest
    static final ArchRule no_ambient_time = noClasses()
            .should()
            .accessTargetWhere(nowWithoutAClock())
            .orShould()
            .callConstructor(Date.class)
            .orShould()
            .accessTargetWhere(staticMember(System.class, "currentTimeMillis"))
            .because("the same inputs give the same plan, whenever it is made")
            .allowEmptyShould(true);

    // ---- no drawers ----

    @ArchTest
    static final ArchRule no_drawers = classes()
            .should()
            .haveNameNotMatching(".*(Util|Utils|Helper|Manager|Common)")
            .because("a class is named after the one thing it holds")
            .allowEmptyShould(true);

    private static ArchRule room(String name, String... readable) {
        DescribedPredicate<JavaClass> room = resideInAPackage("dev.smelt." + name + "..")
                .and(not(resideInAnyPackage(JSQLPARSER_ADAPTER, ENGINE_TREE_ADAPTER, DUCKDB_ADAPTER)))
                .as("are in room '%s'", name);
        return confined(room, Stream.concat(Stream.of(name), Stream.of(readable)));
    }

    private static ArchRule adapter(String adapter, String... readable) {
        return confined(resideInAPackage(adapter), Stream.of(readable));
    }

    private static ArchRule confined(DescribedPredicate<JavaClass> readers, Stream<String> readable) {
        List<String> rooms = readable.toList();
        DescribedPredicate<JavaClass> otherRooms = resideInAPackage("dev.smelt..")
                .and(not(resideInAnyPackage(packages(rooms))))
                .as("are in a room other than %s", rooms);
        return noClasses()
                .that(readers)
                .should()
                .dependOnClassesThat(otherRooms)
                .allowEmptyShould(true);
    }

    private static String[] packages(List<String> rooms) {
        return rooms.stream().map(room -> "dev.smelt." + room + "..").toArray(String[]::new);
    }

    private static String[] allPackages() {
        return Stream.concat(Stream.of(FACADE), Arrays.stream(packages(ROOMS))).toArray(String[]::new);
    }

    private static OnlyThese onlyThese(String... readers) {
        return new OnlyThese(readers);
    }

    /** Packages that share a privilege. */
    private static final class OnlyThese {
        private final String[] readers;

        OnlyThese(String[] readers) {
            this.readers = readers;
        }

        ArchRule mayRead(String... confined) {
            return noClasses()
                    .that()
                    .resideOutsideOfPackages(readers)
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(confined)
                    .allowEmptyShould(true);
        }
    }

    private static DescribedPredicate<JavaAccess<?>> staticMember(Class<?> owner, String... names) {
        Set<String> members = Set.of(names);
        return describe(
                owner.getSimpleName() + " " + String.join(", ", names),
                access -> access.getTargetOwner().isEquivalentTo(owner) && members.contains(access.getName()));
    }

    private static DescribedPredicate<JavaAccess<?>> nowWithoutAClock() {
        return describe(
                "now() of java.time without a Clock",
                access -> access.getTargetOwner().getPackageName().startsWith("java.time")
                        && access.getName().equals("now")
                        && access.getTarget() instanceof CodeUnitAccessTarget target
                        && target.getRawParameterTypes().stream().noneMatch(type -> type.isEquivalentTo(Clock.class)));
    }
}
