/**
 * From what the kernel says to observations, and from observations to the journal and back: the
 * only place that knows procfs, the journal and the model at once.
 *
 * <h2>How a sample is taken</h2>
 *
 * <p>{@link dev.sexton.engine.census.HostObserver} looks at the host once for any number of runs
 * and fills a {@link dev.sexton.engine.census.Reading}: who was born, who of the followed changed
 * or went. {@link dev.sexton.engine.census.RunObserver} shows the reading to a run's attributor,
 * fetches the evidence that undecided ones lack, and tells a {@link
 * dev.sexton.engine.census.LineageSink} what is worth keeping. In a sampler that is the {@link
 * dev.sexton.engine.census.LineageRecorder}, which writes the journal; in a reap it is nobody.
 * {@link dev.sexton.engine.census.LineageReplay} shows a journal to an attributor in the same way.
 *
 * <p>The order within a sample matters: first what was born is read, then the followed ones are
 * read again, then the parents that were named. A child's parent is recorded with its start ticks
 * only if that process is known to have had the number when the child was read.
 *
 * <p>Nothing here is thread-safe but what says so: a sampler's thread owns all of it.
 */
@NullMarked
package dev.sexton.engine.census;

import org.jspecify.annotations.NullMarked;
