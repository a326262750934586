package dev.smelt.relation;

import dev.smelt.model.Model;
import dev.smelt.model.Schema;
import dev.smelt.sql.ExpandedSql;
import dev.smelt.sql.Query;
import dev.smelt.sql.Reference;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What the windows of one clocked model are derived from.
 *
 * @param model its declaration; it has a clock
 * @param sql its text
 * @param query the text as read
 * @param output the columns it yields
 * @param inputs what each reference names
 * @param aggregates the engine's aggregate functions, in lower case
 * @param zone the zone in which TIMESTAMPTZ clocks are read
 * @param zoneDifference since when the engine and Java differ about a zone; empty where they agree
 * @param strictReach whether frames in a function body add up instead of the widest counting
 */
public record DerivationInput(
        Model model,
        ExpandedSql sql,
        Query query,
        Schema output,
        Function<Reference, InputRelation> inputs,
        Set<String> aggregates,
        ZoneId zone,
        Function<ZoneId, Optional<Instant>> zoneDifference,
        boolean strictReach) {}
