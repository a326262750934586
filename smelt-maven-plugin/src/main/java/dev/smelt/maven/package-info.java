/** The goals: parameters in, one request to the engine, results out. Everything else belongs to the engine. */
package dev.smelt.maven;
