package dev.smelt.report.html;

import dev.smelt.model.Address;
import dev.smelt.model.Model;
import dev.smelt.report.ProjectPicture;
import java.util.List;
import java.util.Locale;

/** The graph of models as SVG, once from left to right and once from top to bottom, for screens of either shape. */
final class GraphSvg {
    private static final int NODE_WIDTH = 184;
    private static final int NODE_HEIGHT = 50;
    private static final int LONGEST_NAME = 17;
    private static final int EDGE = 8;

    /** A graph that would shrink further to fit is scrolled instead. */
    private static final double LEAST_SCALE = 0.8;

    private final ProjectPicture picture;
    private final GraphLayout layout;
    private final boolean across;
    private final StringBuilder out = new StringBuilder();

    private GraphSvg(ProjectPicture picture, boolean across) {
        this.picture = picture;
        this.layout = GraphLayout.of(picture.graph());
        this.across = across;
    }

    /** Sources at the left. */
    static String leftToRight(ProjectPicture picture) {
        return new GraphSvg(picture, true).draw("graph wide");
    }

    /** Sources at the top. */
    static String topToBottom(ProjectPicture picture) {
        return new GraphSvg(picture, false).draw("graph narrow");
    }

    private String draw(String style) {
        double last = layout.layerCount() - 1.0;
        double broad = layout.breadth() - 1;
        double width = (across ? last * step() : broad * side()) + NODE_WIDTH + 2 * EDGE;
        double height = (across ? broad * side() : last * step()) + NODE_HEIGHT + 2 * EDGE;
        out.append("<svg class=\"" + style + "\" width=\"" + Markup.number(width) + "\" height=\""
                + Markup.number(height) + "\" viewBox=\"0 0 " + Markup.number(width) + " " + Markup.number(height)
                + "\" style=\"min-width:" + Markup.number(width * LEAST_SCALE)
                + "px\" role=\"img\" aria-label=\"The graph of models\">");
        layout.edges().forEach(this::edge);
        layout.nodes().forEach(this::node);
        return out.append("</svg>").toString();
    }

    /** From one layer to the next. */
    private double step() {
        return across ? NODE_WIDTH + 34.0 : NODE_HEIGHT + 40.0;
    }

    /** From one node of a layer to its neighbour. */
    private double side() {
        return across ? NODE_HEIGHT + 20.0 : NODE_WIDTH + 14.0;
    }

    private double left(GraphLayout.Spot spot) {
        return EDGE + (across ? spot.layer() * step() : spot.along() * side());
    }

    private double top(GraphLayout.Spot spot) {
        return EDGE + (across ? spot.along() * side() : spot.layer() * step());
    }

    private void edge(GraphLayout.Edge edge) {
        List<GraphLayout.Spot> path = edge.path();
        StringBuilder line = new StringBuilder();
        for (int i = 1; i < path.size(); i++) {
            GraphLayout.Spot from = path.get(i - 1);
            GraphLayout.Spot to = path.get(i);
            double x1 = left(from) + (across ? NODE_WIDTH : NODE_WIDTH / 2.0);
            double y1 = top(from) + (across ? NODE_HEIGHT / 2.0 : NODE_HEIGHT);
            double x2 = left(to) + (across ? 0 : NODE_WIDTH / 2.0);
            double y2 = top(to) + (across ? NODE_HEIGHT / 2.0 : 0);
            line.append(i == 1 ? "M" : "L").append(point(x1, y1));
            double bend = across ? (x2 - x1) / 2 : (y2 - y1) / 2;
            line.append(" C")
                    .append(across ? point(x1 + bend, y1) : point(x1, y1 + bend))
                    .append(' ')
                    .append(across ? point(x2 - bend, y2) : point(x2, y2 - bend))
                    .append(' ')
                    .append(point(x2, y2));
        }
        out.append("<path class=\"edge\" d=\"" + line + "\"/>");
        GraphLayout.Spot end = path.get(path.size() - 1);
        double x = left(end) + (across ? 0 : NODE_WIDTH / 2.0);
        double y = top(end) + (across ? NODE_HEIGHT / 2.0 : 0);
        String tip = across
                ? point(x, y) + " " + point(x - 7, y - 4) + " " + point(x - 7, y + 4)
                : point(x, y) + " " + point(x - 4, y - 7) + " " + point(x + 4, y - 7);
        out.append("<polygon class=\"tip\" points=\"" + tip + "\"/>");
    }

    private static String point(double x, double y) {
        return Markup.number(x) + "," + Markup.number(y);
    }

    private void node(GraphLayout.Spot spot) {
        Address address = spot.node();
        boolean told = picture.statusOf(address).isPresent();
        Health health = Health.of(picture, address);
        String name = address.lastPart();
        String shown = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME - 1) + "…" : name;
        String path = address.path();
        String schema = path.length() == name.length() ? "" : path.substring(0, path.length() - name.length() - 1);
        out.append(told ? "<a href=\"#" + Markup.text(ModelCards.anchor(address)) + "\">" : "<g>");
        out.append("<g class=\"node " + kind(address) + "\" transform=\"translate(" + Markup.number(left(spot)) + ","
                + Markup.number(top(spot)) + ")\"><title>" + Markup.text(path + ": " + words(address, health))
                + "</title><rect class=\"box\" width=\"" + NODE_WIDTH + "\" height=\"" + NODE_HEIGHT
                + "\" rx=\"9\"/><text class=\"schema\" x=\"13\" y=\"19\">"
                + Markup.text(kind(address) + (schema.isEmpty() ? "" : " · " + schema))
                + "</text><text class=\"name\" x=\"13\" y=\"37\">" + Markup.text(shown) + "</text>");
        if (!health.style().equals("none")) {
            out.append("<circle class=\"dot " + health.style() + "\" cx=\"" + (NODE_WIDTH - 14)
                    + "\" cy=\"15\" r=\"4.5\"/>");
        }
        out.append("</g>").append(told ? "</a>" : "</g>");
    }

    private String words(Address address, Health health) {
        return kind(address) + (health.word().isEmpty() ? "" : ", " + health.word());
    }

    private String kind(Address address) {
        if (!picture.graph().upstreams().containsKey(address)) {
            return picture.seeds().contains(address) && !address.path().startsWith("sources.") ? "seed" : "source";
        }
        return picture.statusOf(address).map(status -> kind(status.model())).orElse("model");
    }

    private static String kind(Model model) {
        if (model.isTable()) {
            return model.isIncremental() ? "incremental" : "table";
        }
        return model.materialization().name().toLowerCase(Locale.ROOT);
    }
}
