/**
 * Which living processes are the run's: observations in, verdicts out.
 *
 * <p>The same code runs beside the sampler and over a replayed journal. It knows no clock, no file,
 * no thread and no native call; what it needs to know of time and of process numbers comes with
 * each {@link dev.sexton.engine.attribution.Pass}. Not thread-safe.
 *
 * <h2>How it works</h2>
 *
 * <p>An {@link dev.sexton.engine.attribution.Attributor} is shown one pass after another. In a pass
 * it is shown observations ({@link dev.sexton.engine.attribution.Observation}), told who is gone,
 * and asked to decide. Each process that is not yet OWNED or FOREIGN is put to the rules in their
 * order until nothing changes any more. OWNED and FOREIGN are final, since descent is fixed at
 * birth; UNDECIDED is looked at again in every pass.
 *
 * <h2>Continuity</h2>
 *
 * <p>Sessions and process groups are named by numbers, and a number is free again once nobody bears
 * it. So what was seen of session 700 a minute ago says nothing about session 700 now, unless it
 * was kept in between: because a process that was seen in it still is, because the process in
 * question was born while it was seen, or because no number was handed out meanwhile that could be
 * 700 again. {@link dev.sexton.engine.attribution.KeptNumber} holds that reasoning.
 */
@NullMarked
package dev.sexton.engine.attribution;

import org.jspecify.annotations.NullMarked;
