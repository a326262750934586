package dev.smelt.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokensTest {
    private static String cut(String text) {
        Tokens tokens = Tokens.of(text);
        return String.join(
                " ",
                tokens.all().stream()
                        .map(token -> token.kind().name().charAt(0) + "<" + tokens.text(token) + ">")
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a.b + 1.5e-3 | W<a> S<.> W<b> S<+> N<1.5e-3>",
                "t.1 1..2 .5 | W<t> S<.> N<1> N<1> S<.> N<.2> N<.5>",
                "'it''s' \"x\"\"y\" | S<'it''s'> Q<\"x\"\"y\">",
                "E'a\\'b' x'00' n'z' e | S<E'a\\'b'> S<x'00'> S<n'z'> W<e>",
                "$$a'b$$ $t$ $$ $t$ $1 $n ? | S<$$a'b$$> S<$t$ $$ $t$> P<$1> P<$n> P<?>",
                "a->>'b'::int[] != c//d | W<a> S<->>> S<'b'> S<::> W<int> S<[> S<]> S<!=> W<c> S<//> W<d>",
                "a--b | W<a> C<--b>",
                "a/* x /* y */ z */b | W<a> C</* x /* y */ z */> W<b>",
                "名前 ümlaut 🎉x _a$1 | W<名前> W<ümlaut> W<🎉x> W<_a$1>",
                "a => 1, b := 2 | W<a> S<=>> N<1> S<,> W<b> S<:=> N<2>"
            })
    void cutsTextIntoTokens(String text, String expected) {
        assertThat(cut(text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a 'b", "a \"b", "a /* b", "a $x$ b $y$", "a E'b\\'"})
    void whatNeverEndsIsTheLastToken(String text) {
        assertThat(Tokens.of(text).unterminated()).map(Token::start).contains(2);
    }

    @Test
    void spansAreOfTheTextWithItsTabsLineEndsAndEmoji() {
        String text = "SELECT\t'🎉',\r\n\"é\" --x\r\nFROM t";
        Tokens tokens = Tokens.of(text);

        assertThat(tokens.get(1).start()).isEqualTo(text.indexOf("'🎉'"));
        assertThat(tokens.text(tokens.all().get(4))).isEqualTo("--x");
        assertThat(tokens.indexFrom(text.indexOf("FROM"))).isEqualTo(4);
        assertThat(tokens.textAt(4)).isEqualTo("FROM");
    }

    @Test
    void bracketsAreMatched() {
        Tokens tokens = Tokens.of("f(a, [b, (c)], ')')) x");

        assertThat(tokens.closing(1)).map(tokens::textAt).contains(")");
        assertThat(tokens.closing(1)).contains(13);
        assertThat(Tokens.of("(a]").closing(0)).isEmpty();
        assertThat(Tokens.of("((a)").closing(0)).isEmpty();
    }
}
