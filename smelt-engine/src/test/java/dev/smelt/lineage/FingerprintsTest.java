package dev.smelt.lineage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.Shadow;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintsTest {
    private static Shadow shadow;

    @BeforeAll
    static void tables() {
        shadow = Shadow.of(
                "CREATE TABLE main.s (d DATE, amt DECIMAL(10,2), id INTEGER, k VARCHAR)",
                "CREATE TABLE main.t (id INTEGER, rate DOUBLE, d DATE)");
    }

    @AfterAll
    static void close() {
        shadow.close();
    }

    private static DefinitionChange between(String before, String after) {
        return DefinitionChange.between(shadow.definition(before), shadow.definition(after));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT d, amt * 1.2 AS gross FROM main.s | select D, /* net */ amt*1.2 as gross from main.s",
                "SELECT d, amt FROM main.s | SELECT x.d, x.amt FROM main.s AS x",
                "SELECT s.d FROM main.s JOIN main.t ON s.id = t.id | SELECT a.d FROM main.s a INNER JOIN main.t b ON a.id = b.id",
                "WITH a AS (SELECT d FROM main.s) SELECT d FROM a | WITH b AS (SELECT d FROM main.s) SELECT b.d FROM b",
                "SELECT d, COUNT(*) AS n FROM main.s GROUP BY d | SELECT d, COUNT(*) AS n FROM main.s GROUP BY 1",
                "SELECT d FROM main.s | SELECT d FROM main.s ORDER BY d",
                "SELECT d FROM main.s WHERE amt > 1 | SELECT d FROM main.s WHERE (amt > 1)"
            })
    void sameMeaningSameFingerprints(String before, String after) {
        assertThat(shadow.definition(after).fingerprint())
                .isEqualTo(shadow.definition(before).fingerprint());
    }

    @Test
    void aChangedExpressionChangesItsColumnAlone() {
        DefinitionChange change = between(
                "SELECT d, amt * 1.2 AS gross, amt AS net FROM main.s",
                "SELECT d, amt * 1.25 AS gross, amt AS net FROM main.s");

        assertThat(change.rowSet()).isFalse();
        assertThat(change.columns()).containsExactly("gross");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "struct_pack(a := amt, b := id) | struct_pack(b := amt, a := id)",
                "{'a': amt, 'b': id} | {'b': amt, 'a': id}",
                "k LIKE 'a!%%' ESCAPE '!' | k LIKE 'a!%%' ESCAPE '#'",
                "first(k ORDER BY id NULLS FIRST) | first(k ORDER BY id NULLS LAST)",
                "[id, 2][1] | [id, 2][1:1]",
                "(SELECT id FROM main.t ORDER BY id LIMIT 1) | (SELECT id FROM main.t ORDER BY id LIMIT 2)"
            })
    void seesWhatTheTreeDoesNotHold(String before, String after) {
        DefinitionChange change =
                between("SELECT " + before + " AS x FROM main.s", "SELECT " + after + " AS x FROM main.s");

        assertThat(change.columns()).containsExactly("x");
    }

    @Test
    void aChangeInACteReachesTheColumnsComputedFromIt() {
        DefinitionChange change = between(
                "WITH c AS (SELECT d, amt * 1.2 AS gross, id FROM main.s) SELECT d, gross + 1 AS g, id FROM c",
                "WITH c AS (SELECT d, amt * 1.3 AS gross, id FROM main.s) SELECT d, gross + 1 AS g, id FROM c");

        assertThat(change.rowSet()).isFalse();
        assertThat(change.columns()).containsExactly("g");
    }

    @Test
    void anAddedColumnIsNoChangeOfLogic() {
        assertThat(between("SELECT d FROM main.s", "SELECT amt > 1 AS big, d FROM main.s")
                        .isEmpty())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT d FROM main.s WHERE amt > 1 | SELECT d FROM main.s WHERE amt > 2",
                "SELECT d FROM main.s | SELECT d FROM main.t",
                "SELECT d FROM main.s | SELECT DISTINCT d FROM main.s",
                "SELECT DISTINCT d FROM main.s | SELECT DISTINCT d, id FROM main.s",
                "SELECT d, COUNT(*) AS n FROM main.s GROUP BY d | SELECT d, COUNT(*) AS n FROM main.s GROUP BY d, id",
                "SELECT d, COUNT(*) AS n FROM main.s GROUP BY ALL | SELECT d, k, COUNT(*) AS n FROM main.s GROUP BY ALL",
                "SELECT s.d FROM main.s JOIN main.t ON s.id = t.id | SELECT s.d FROM main.s LEFT JOIN main.t ON s.id = t.id",
                "SELECT d FROM main.s UNION ALL SELECT d FROM main.t | SELECT d FROM main.s UNION SELECT d FROM main.t",
                "SELECT d FROM main.s | SELECT d FROM main.s LIMIT 3",
                "SELECT d FROM main.s ORDER BY amt LIMIT 3 | SELECT d FROM main.s ORDER BY id LIMIT 3",
                "SELECT d FROM main.s WHERE k = 'a' | SELECT d FROM main.s WHERE k = 'A'",
                "SELECT d FROM main.s QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY d) = 1 "
                        + "| SELECT d FROM main.s QUALIFY ROW_NUMBER() OVER (PARTITION BY id ORDER BY d DESC) = 1",
                "SELECT d FROM main.s WHERE EXISTS (SELECT 1 FROM main.t WHERE t.id = s.id) "
                        + "| SELECT d FROM main.s WHERE EXISTS (SELECT 1 FROM main.t WHERE t.rate = s.id)",
                "SELECT x.d FROM main.s x JOIN main.s y ON x.id = y.id WHERE x.amt > 1 "
                        + "| SELECT x.d FROM main.s x JOIN main.s y ON x.id = y.id WHERE y.amt > 1"
            })
    void otherRowsAreAnotherRowSet(String before, String after) {
        assertThat(between(before, after).rowSet()).isTrue();
    }

    @Test
    void twoOccurrencesOfOneTableAreNotOne() {
        DefinitionChange change = between(
                "SELECT x.amt AS a FROM main.s x JOIN main.s y ON x.id = y.id",
                "SELECT y.amt AS a FROM main.s x JOIN main.s y ON x.id = y.id");

        assertThat(change.columns()).containsExactly("a");
    }

    @Test
    void aNamedWindowIsPartOfTheColumn() {
        DefinitionChange change = between(
                "SELECT id, SUM(amt) OVER w AS a FROM main.s WINDOW w AS (PARTITION BY id ORDER BY d)",
                "SELECT id, SUM(amt) OVER w AS a FROM main.s WINDOW w AS (PARTITION BY k ORDER BY d)");

        assertThat(change.columns()).containsExactly("a");
    }

    @Test
    void anUnreadableTextIsItsTokens() {
        String sql = "SELECT d FROM main.s";
        var schema = shadow.bound(sql);

        var recorded = Fingerprints.ofText(Shadow.expanded(sql), schema).definition();

        assertThat(Fingerprints.ofText(Shadow.expanded("select  d -- day\nfrom main.s"), schema)
                        .definition())
                .isEqualTo(recorded);
        DefinitionChange change = DefinitionChange.between(
                recorded,
                Fingerprints.ofText(Shadow.expanded("SELECT d FROM main.s WHERE 'x' = 'y'"), schema)
                        .definition());
        assertThat(change.rowSet()).isTrue();
        assertThat(change.columns()).containsExactly("d");
    }

    @Test
    void lineageGoesThroughJoinsAndCtesToTheTables() {
        ColumnLineage lineage = shadow.lineage("WITH c AS (SELECT id, d, amt * 2 AS twice FROM main.s WHERE k = 'a')"
                + " SELECT c.d, twice * rate AS cost, 1 AS one FROM c LEFT JOIN main.t ON t.id = c.id");

        assertThat(lineage.columns().toString()).isEqualTo("{cost=[main.s.amt, main.t.rate], d=[main.s.d], one=[]}");
        assertThat(lineage.rowSet().toString()).isEqualTo("[main.s.id, main.s.k, main.t.id]");
    }
}
