package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Landmarks;
import dev.smelt.sql.PlacedReferences;
import dev.smelt.sql.Query;
import dev.smelt.sql.ReadableText;
import dev.smelt.sql.Span;
import dev.smelt.sql.Token;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One conversion of the engine's tree into the IR: what its parts share, and the way between them. */
final class Conversion {
    /** Keys of every node; their values are read where they mean something. */
    private static final Set<String> EVERYWHERE = Set.of(
            "class", "type", "alias", "query_location", "query_location_length", "qualified_name", "schema", "catalog");

    /** How a user knows what the engine keeps under these keys. */
    private static final Map<String, String> WRITTEN_AS = Map.of(
            "key_targets", "USING KEY, in a WITH that is recursive or not,",
            "at_clause", "AT, which reads a table as it was at another time,");

    private final Tokens tokens;
    private final ByteOffsets offsets;
    private final Layout layout;
    private final Landmarks landmarks;
    private final PlacedReferences references;
    private final Deque<Set<String>> lambdaParameters = new ArrayDeque<>();
    private final ExprConverter expressions;
    private final QueryConverter queries;

    Conversion(ReadableText text) {
        this.tokens = text.tokens();
        this.offsets = new ByteOffsets(text.text());
        this.layout = new Layout(tokens);
        this.landmarks = new Landmarks(tokens);
        this.references = text.references();
        this.expressions = new ExprConverter(this);
        this.queries = new QueryConverter(this);
    }

    Tokens tokens() {
        return tokens;
    }

    Layout layout() {
        return layout;
    }

    Landmarks landmarks() {
        return landmarks;
    }

    PlacedReferences references() {
        return references;
    }

    QueryConverter queries() {
        return queries;
    }

    Query query(EngineNode node, Region region) {
        return queries.convert(node, region);
    }

    /** Converts an expression. @param near where to place one of which the engine kept no place */
    Expr expr(EngineNode node, Span near) {
        return expressions.convert(node, near);
    }

    List<Expr> exprs(Collection<EngineNode> nodes, Span near) {
        List<Expr> converted = new ArrayList<>();
        for (EngineNode node : nodes) {
            converted.add(expr(node, near));
        }
        return List.copyOf(converted);
    }

    Optional<Expr> optional(EngineNode parent, String key, Span near) {
        return parent.node(key).map(node -> expr(node, near));
    }

    /** Where the engine says that the node stands. */
    Optional<Span> located(EngineNode node) {
        return offsets.of(node);
    }

    /** Where the engine says that the node begins; of an operator, perhaps where the operator itself stands. */
    Optional<Integer> start(EngineNode node) {
        return offsets.start(node);
    }

    /** Where the node stands: its own place and those of its operands with the brackets around them. */
    Span place(EngineNode node, Span near, Expr... operands) {
        return place(node, near, List.of(operands));
    }

    Span place(EngineNode node, Span near, Collection<Expr> operands) {
        return Stream.concat(
                        located(node).stream(),
                        operands.stream()
                                .map(Expr::span)
                                .filter(span -> !span.equals(near))
                                .map(layout::withBrackets))
                .reduce(Span::hull)
                .orElse(near);
    }

    /** The first token of the node in lower case, quotes removed; nothing where the engine kept no place. */
    String firstToken(EngineNode node) {
        return start(node)
                .map(start -> tokens.name(tokens.indexFrom(start)).toLowerCase(Locale.ROOT))
                .orElse("");
    }

    /** Whether the node's first token is of that kind. */
    boolean beginsWith(EngineNode node, Token.Kind kind) {
        return start(node)
                .map(tokens::indexFrom)
                .filter(i -> i < tokens.size())
                .map(i -> tokens.get(i).kind() == kind)
                .orElse(false);
    }

    /** Refuses a node that says something under a key which is not read. */
    void only(EngineNode node, Span place, String... known) {
        Set<String> keys = new HashSet<>(EVERYWHERE);
        keys.addAll(List.of(known));
        Optional<String> unexpected = node.unexpected(keys);
        if (unexpected.isPresent()) {
            throw new Unfaithful(WRITTEN_AS.getOrDefault(unexpected.get(), called(unexpected.get())), place);
        }
    }

    private static String called(String key) {
        return "A part of this SELECT, which the engine calls '" + key.replace('_', ' ') + "',";
    }

    void enterLambda(Collection<String> parameters) {
        Set<String> lower = new HashSet<>();
        parameters.forEach(parameter -> lower.add(parameter.toLowerCase(Locale.ROOT)));
        lambdaParameters.push(lower);
    }

    void leaveLambda() {
        lambdaParameters.pop();
    }

    boolean isLambdaParameter(String name) {
        return lambdaParameters.stream().anyMatch(scope -> scope.contains(name.toLowerCase(Locale.ROOT)));
    }

    static Expr.Call call(String name, List<Expr> arguments, Span place) {
        return new Expr.Call(name, List.copyOf(arguments), false, false, List.of(), Optional.empty(), place);
    }

    static Expr.Opaque opaque(String what, List<Expr> operands, Span place) {
        return new Expr.Opaque(what, List.copyOf(operands), List.of(), place);
    }
}
