package dev.smelt.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import dev.smelt.schema.Outcome;
import dev.smelt.schema.SchemaChange;
import dev.smelt.schema.SchemaDifference;
import dev.smelt.schema.SchemaDifference.State;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiffReportTest {
    private static final SchemaDifference ADDED = difference(
            "silver.events_parsed",
            State.CHANGED,
            new SchemaChange(
                    "ADD COLUMN is_purchase BOOLEAN NULL",
                    Outcome.SAFE,
                    "Safe: ALTER TABLE (no data loss)",
                    List.of("ALTER TABLE main.silver_events_parsed ADD COLUMN is_purchase BOOLEAN"),
                    ""));
    private static final SchemaDifference REFUSED = difference(
            "gold.users",
            State.CHANGED,
            new SchemaChange(
                    "DROP COLUMN a|b", Outcome.REFUSED, "Refused: the data would be lost", List.of(), "Keep it."));

    private static SchemaDifference difference(String address, State state, SchemaChange... changes) {
        return new SchemaDifference(
                new Address(address), new TableName("main", address.replace('.', '_')), state, List.of(changes));
    }

    @Test
    void addedColumnIsThePagesTranscript() {
        assertThat(DiffText.render(List.of(ADDED))).isEqualTo("""
                        Model: silver.events_parsed
                          ADD COLUMN is_purchase BOOLEAN NULL
                          -> Safe: ALTER TABLE (no data loss)
                             ALTER TABLE main.silver_events_parsed ADD COLUMN is_purchase BOOLEAN

                        Summary: 1 changed, 0 new, 0 removed, 0 unchanged
                        """);
    }

    @Test
    void everyStateHasItsForm() {
        String text = DiffText.render(List.of(
                difference("a", State.UNCHANGED), difference("b", State.NEW), difference("c", State.REMOVED), REFUSED));

        assertThat(text).isEqualTo("""
                        Model: b
                          NEW main.b
                          -> Created by the next run

                        Model: c
                          REMOVED main.c
                          -> Kept: no model makes it any more, and smelt drops no table

                        Model: gold.users
                          DROP COLUMN a|b
                          -> Refused: the data would be lost
                             Keep it.

                        Summary: 1 changed, 1 new, 1 removed, 1 unchanged
                        """);
    }

    @Test
    void jsonHoldsEveryModel() {
        assertThat(DiffJson.render(List.of(ADDED, difference("a", State.UNCHANGED))))
                .isEqualTo("""
                        {
                          "summary" : {
                            "changed" : 1,
                            "new" : 0,
                            "removed" : 0,
                            "unchanged" : 1
                          },
                          "models" : [
                            {
                              "model" : "silver.events_parsed",
                              "table" : "main.silver_events_parsed",
                              "state" : "changed",
                              "outcome" : "safe",
                              "changes" : [
                                {
                                  "change" : "ADD COLUMN is_purchase BOOLEAN NULL",
                                  "outcome" : "safe",
                                  "explanation" : "Safe: ALTER TABLE (no data loss)",
                                  "statements" : [
                                    "ALTER TABLE main.silver_events_parsed ADD COLUMN is_purchase BOOLEAN"
                                  ],
                                  "cure" : ""
                                }
                              ]
                            },
                            {
                              "model" : "a",
                              "table" : "main.a",
                              "state" : "unchanged",
                              "outcome" : "none",
                              "changes" : [ ]
                            }
                          ]
                        }
                        """);
    }

    @Test
    void markdownIsATableAndTheStatements() {
        assertThat(DiffMarkdown.render(List.of(ADDED, REFUSED))).isEqualTo("""
                        ### smelt diff

                        **2 changed, 0 new, 0 removed, 0 unchanged**

                        | Model | Change | Verdict | What happens |
                        | --- | --- | --- | --- |
                        | `silver.events_parsed` | `ADD COLUMN is_purchase BOOLEAN NULL` | safe | Safe: ALTER TABLE (no data loss) |
                        | `gold.users` | `DROP COLUMN a\\|b` | **refused** | Refused: the data would be lost. Keep it. |

                        Statements of the next run:

                        ```sql
                        ALTER TABLE main.silver_events_parsed ADD COLUMN is_purchase BOOLEAN;
                        ```
                        """);
    }

    @Test
    void nothingChangedSaysSo() {
        assertThat(DiffText.render(List.of(difference("a", State.UNCHANGED))))
                .isEqualTo("Summary: 0 changed, 0 new, 0 removed, 1 unchanged\n");
        assertThat(DiffMarkdown.render(List.of(difference("a", State.UNCHANGED))))
                .endsWith("No table changes.\n");
    }
}
