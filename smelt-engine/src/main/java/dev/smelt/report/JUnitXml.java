package dev.smelt.report;

import java.io.StringWriter;
import java.time.Duration;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A {@link JUnitSuite} as the XML file that Surefire writes and CI servers read. */
public final class JUnitXml {
    private JUnitXml() {}

    /** The document; durations are in seconds. */
    public static String render(JUnitSuite suite) {
        StringWriter text = new StringWriter();
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeCharacters("\n");
            suite(xml, suite);
            xml.writeCharacters("\n");
            xml.writeEndDocument();
            xml.close();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("A text in memory could not be written.", e);
        }
        return text.toString();
    }

    private static void suite(XMLStreamWriter xml, JUnitSuite suite) throws XMLStreamException {
        Duration whole = suite.cases().stream().map(JUnitSuite.Case::elapsed).reduce(Duration.ZERO, Duration::plus);
        xml.writeStartElement("testsuite");
        attribute(xml, "name", suite.name());
        attribute(xml, "time", seconds(whole));
        attribute(xml, "tests", String.valueOf(suite.cases().size()));
        attribute(xml, "errors", String.valueOf(suite.count(JUnitSuite.Kind.ERROR)));
        attribute(xml, "skipped", "0");
        attribute(xml, "failures", String.valueOf(suite.count(JUnitSuite.Kind.FAILURE)));
        for (JUnitSuite.Case each : suite.cases()) {
            xml.writeCharacters("\n  ");
            one(xml, each);
        }
        xml.writeCharacters("\n");
        xml.writeEndElement();
    }

    private static void one(XMLStreamWriter xml, JUnitSuite.Case each) throws XMLStreamException {
        xml.writeStartElement("testcase");
        attribute(xml, "name", each.name());
        attribute(xml, "classname", each.group());
        attribute(xml, "time", seconds(each.elapsed()));
        if (each.problem().isPresent()) {
            JUnitSuite.Problem problem = each.problem().get();
            xml.writeStartElement(problem.kind().name().toLowerCase(Locale.ROOT));
            attribute(xml, "message", problem.message());
            attribute(xml, "type", problem.type());
            xml.writeCharacters(clean(problem.details()));
            xml.writeEndElement();
        }
        if (each.output().isPresent()) {
            xml.writeStartElement("system-out");
            xml.writeCharacters(clean(each.output().get()));
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private static void attribute(XMLStreamWriter xml, String name, String value) throws XMLStreamException {
        xml.writeAttribute(name, clean(value));
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.3f", duration.toMillis() / 1000.0);
    }

    /** XML has no place for most control characters and for halves of surrogate pairs, and data may hold any. */
    private static String clean(String text) {
        StringBuilder clean = new StringBuilder();
        text.codePoints().map(c -> isXml(c) ? c : '\uFFFD').forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static boolean isXml(int c) {
        return c == '\t'
                || c == '\n'
                || c == '\r'
                || (c >= 0x20 && c <= 0xD7FF)
                || (c >= 0xE000 && c <= 0xFFFD)
                || c >= 0x10000;
    }
}
