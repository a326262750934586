/** A project as one page of HTML that needs nothing else: no network, no script, no font. */
package dev.smelt.report.html;
