package dev.smelt.it;

/**
 * One invocation of Maven that has ended.
 *
 * @param number counted from 1
 * @param title what happens in it, in the story's words; empty where the project tells none
 * @param command as a user would type it
 * @param console what it printed
 * @param seconds from its start to its end, Maven's own start included
 */
public record Step(int number, String title, String command, Console console, double seconds) {

    /** What it printed, as it was, without colours. */
    public String output() {
        return console.text();
    }
}
