package dev.smelt.sql.jsqlparser;

import dev.smelt.sql.Query;
import dev.smelt.sql.Span;
import dev.smelt.sql.Unfaithful;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.sf.jsqlparser.parser.CCJSqlParser;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.Token;
import net.sf.jsqlparser.parser.TokenMgrException;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.select.Select;

/** Runs the parser where it can do no harm: on a thread of its own with a large stack, for a limited time. */
final class StatementParser {
    private static final long STACK_BYTES = 16L * 1024 * 1024;
    private static final long SECONDS = 20;

    private StatementParser() {}

    /** What came of parsing. */
    sealed interface Outcome permits Parsed, Unparsed {}

    /**
     * @param query the statement in the IR
     * @param printed the statement as it was understood, its structure made explicit
     */
    record Parsed(Query query, String printed) implements Outcome {}

    /**
     * @param construct what could not be read, as the subject of a sentence
     * @param span where it stands
     */
    record Unparsed(String construct, Span span) implements Outcome {}

    static Outcome parse(String text, Conversion conversion) {
        CCJSqlParser parser = CCJSqlParserUtil.newParser(text);
        FutureTask<Outcome> task = new FutureTask<>(() -> parsed(parser, text, conversion));
        Thread thread = new Thread(null, task, "smelt-sql", STACK_BYTES);
        thread.setDaemon(true);
        thread.start();
        Span whole = new Span(0, text.length());
        try {
            return task.get(SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException tooLong) {
            parser.interrupted = true;
            task.cancel(true);
            return new Unparsed("This SELECT, which takes too long to read,", whole);
        } catch (InterruptedException interrupted) {
            parser.interrupted = true;
            Thread.currentThread().interrupt();
            return new Unparsed("This SELECT, whose reading was interrupted,", whole);
        } catch (ExecutionException failure) {
            return unparsed(failure.getCause(), text);
        }
    }

    private static Outcome parsed(CCJSqlParser parser, String text, Conversion conversion) throws ParseException {
        Statement statement = parser.Statement();
        Span whole = new Span(0, text.length());
        if (!(statement instanceof Select select)) {
            return new Unparsed("This statement", whole);
        }
        Query query = conversion.query(select, whole);
        return new Parsed(query, statement.toString());
    }

    private static Outcome unparsed(Throwable cause, String text) {
        Span whole = new Span(0, text.length());
        if (cause instanceof Unfaithful unfaithful) {
            return new Unparsed(unfaithful.getMessage(), unfaithful.span());
        }
        if (cause instanceof ParseException failure && failure.currentToken != null) {
            Token token = failure.currentToken.next == null ? failure.currentToken : failure.currentToken.next;
            boolean end = token.image == null || token.image.isEmpty();
            int start = end ? text.length() : Math.max(0, Math.min(token.absoluteBegin - 1, text.length()));
            String what = end ? "The end of this SELECT" : "'" + token.image + "' here";
            return new Unparsed(what, new Span(start, text.length()));
        }
        if (cause instanceof StackOverflowError) {
            return new Unparsed("This SELECT, which is nested too deeply,", whole);
        }
        if (cause instanceof TokenMgrException) {
            return new Unparsed("A character of this SELECT", whole);
        }
        return new Unparsed("A part of this SELECT", whole);
    }
}
