package dev.smelt.sql.duckdb;

import dev.smelt.sql.EngineNode;
import dev.smelt.sql.Expr;
import dev.smelt.sql.Span;
import dev.smelt.sql.Token;
import dev.smelt.sql.Tokens;
import dev.smelt.sql.Unfaithful;
import java.util.Locale;

/** The type of a cast as it is written, in upper case. */
final class TypeText {
    private final Conversion conversion;
    private final Tokens tokens;

    TypeText(Conversion conversion) {
        this.conversion = conversion;
        this.tokens = conversion.tokens();
    }

    String of(EngineNode cast, Expr operand, Span near) {
        EngineNode type = cast.node("type_expr").orElseThrow(() -> new Unfaithful("This cast", near));
        if (conversion.located(cast).isEmpty()) {
            return name(type);
        }
        Region region = conversion.layout().of(conversion.located(cast).get());
        if (tokens.isSymbol(region.from(), "::")) {
            return text(new Region(region.from() + 1, region.to()));
        }
        boolean call = tokens.isSymbol(region.from() + 1, "(") && tokens.isSymbol(region.to() - 1, ")");
        if (call && (tokens.isWord(region.from(), "cast") || tokens.isWord(region.from(), "try_cast"))) {
            int as = tokens.indexFrom(
                    conversion.layout().withBrackets(operand.span()).end());
            while (as < region.to() && !tokens.isWord(as, "as")) {
                as++;
            }
            return text(new Region(as + 1, region.to() - 1));
        }
        return name(type);
    }

    private static String name(EngineNode type) {
        return type.text("type_name").toUpperCase(Locale.ROOT);
    }

    private String text(Region region) {
        StringBuilder out = new StringBuilder();
        for (int i = region.from(); i < region.to(); i++) {
            boolean blank = i > region.from() && (tokens.isSymbol(i - 1, ",") || (isWord(i - 1) && isWord(i)));
            out.append(blank ? " " : "").append(tokens.textAt(i));
        }
        return out.toString().toUpperCase(Locale.ROOT);
    }

    private boolean isWord(int i) {
        return tokens.isName(i) || tokens.get(i).kind() == Token.Kind.NUMBER;
    }
}
