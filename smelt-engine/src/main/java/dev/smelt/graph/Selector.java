package dev.smelt.graph;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One part of a selection: what it names, and how far along the edges it reaches.
 *
 * @param text as written
 * @param what an address, a pattern with {@code *}, a path of files with {@code /}, {@code tag:x}, or {@code state:changed}
 * @param up how many edges upstream are taken along; 0 for none
 * @param down how many edges downstream are taken along; 0 for none
 */
record Selector(String text, String what, int up, int down) {
    private static final String MALFORMED = "SMELT-P032";
    private static final String TAG = "tag:";
    private static final String STATE = "state:";
    private static final List<String> STATES = List.of("changed");

    private static final Pattern FORM =
            Pattern.compile("(?:(\\d{0,6})(\\+))?([^+&,\\s\\d][^+&,\\s]*)(?:(\\+)(\\d{0,6}))?");

    /** Reads {@code name}, {@code silver.*}, {@code models/silver/*.sql}, {@code tag:x} and the like, with {@code +} or {@code 2+} before and {@code +2} after. */
    static Selector parse(String text) {
        Matcher form = FORM.matcher(text);
        boolean understood = form.matches() && !form.group(3).equals(TAG) && isKnownState(form.group(3));
        if (!understood) {
            throw SmeltException.project(Diagnostic.error(
                    MALFORMED,
                    "'" + text + "' selects nothing: it is not of the form of a selector.",
                    "Write a model's name, a pattern such as silver.* or models/silver/**, tag:x, or state:changed;"
                            + " '+name' adds what it reads, 'name+' what reads it, '2+name' two steps of that,"
                            + " and 'a&b' is what both select."));
        }
        String what = form.group(3).startsWith("smelt.") ? form.group(3).substring("smelt.".length()) : form.group(3);
        return new Selector(text, what, depth(form.group(2), form.group(1)), depth(form.group(4), form.group(5)));
    }

    private static boolean isKnownState(String what) {
        return !what.startsWith(STATE) || STATES.contains(what.substring(STATE.length()));
    }

    private static int depth(String plus, String digits) {
        if (plus == null) {
            return 0;
        }
        return digits.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    boolean isTag() {
        return what.startsWith(TAG);
    }

    String tag() {
        return what.substring(TAG.length());
    }

    /** Whether it means what changed since it was deployed. */
    boolean isState() {
        return what.startsWith(STATE);
    }

    /** Whether it names files: an address holds no slash. */
    boolean isPath() {
        return what.contains("/");
    }

    /** Whether a file is named; {@code *} stands for any characters of one name, {@code **} for folders too. */
    boolean namesFile(String file) {
        StringBuilder pattern = new StringBuilder();
        for (String part : what.split("(?<=\\*\\*)|(?=\\*\\*)")) {
            pattern.append(part.equals("**") ? ".*" : literalOrStar(part, "[^/]*"));
        }
        return file.matches(pattern.toString());
    }

    /** Whether an address is named; {@code *} stands for any characters, dots too. */
    boolean names(String path) {
        return path.matches(literalOrStar(what, ".*"));
    }

    private static String literalOrStar(String text, String star) {
        return Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(star));
    }
}
