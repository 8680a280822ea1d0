/**
 * The page that takes one bad database through one feature after another.
 * {@link dev.corral.it.steps.StepByStepIT} runs the page's code, on what is here: a
 * {@link dev.corral.it.steps.Database}, a {@link dev.corral.it.steps.Crowd} of visitors, and
 * {@link dev.corral.it.steps.Servers}.
 */
@NullMarked
package dev.corral.it.steps;

import org.jspecify.annotations.NullMarked;
