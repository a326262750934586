package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Landmarks;
import dev.smelt.sql.Span;
import dev.smelt.sql.Tokens;
import java.util.Optional;
import net.sf.jsqlparser.parser.ASTNodeAccess;
import net.sf.jsqlparser.parser.Node;

/**
 * Where the parser's nodes stand in the text. A node's own position is used where it is exact; otherwise it is found again
 * among the tokens.
 */
final class Positions {
    private final Tokens tokens;
    private final Landmarks landmarks;

    Positions(Tokens tokens) {
        this.tokens = tokens;
        this.landmarks = new Landmarks(tokens);
    }

    Tokens tokens() {
        return tokens;
    }

    Landmarks landmarks() {
        return landmarks;
    }

    /** The node's own position, where the parser kept one. */
    Optional<Span> of(Object node) {
        if (!(node instanceof ASTNodeAccess access) || access.getASTNode() == null) {
            return Optional.empty();
        }
        Node place = access.getASTNode();
        if (place.jjtGetFirstToken() == null || place.jjtGetLastToken() == null) {
            return Optional.empty();
        }
        int start = place.jjtGetFirstToken().absoluteBegin - 1;
        int end = place.jjtGetLastToken().absoluteEnd - 1;
        boolean inside = 0 <= start && start < end && end <= tokens.text().length();
        return inside ? Optional.of(new Span(start, end)) : Optional.empty();
    }

    /** The number of the token at the offset. */
    int index(int offset) {
        return tokens.indexFrom(offset);
    }
}
