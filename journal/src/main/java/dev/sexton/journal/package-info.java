/**
 * The durable record of one run: what was born, changed and died under a runner, sample by sample,
 * so that it can be told after the runner's death which of the living are its doing.
 *
 * <h2>Directory</h2>
 *
 * One directory a run, {@code <root>/<run id>/}, mode 700, its files mode 600:
 *
 * <pre>
 *   writer.lock            held by the writer for as long as it lives; empty
 *
 *   in Chronicle's store
 *   20000101F.cq4          records; the next files are 20000102F.cq4 and so on: ordinals, no days
 *   20000102F.precreated   only while a further file is begun, or where that was never finished
 *   metadata.cq4t          Chronicle's settings, not needed for reading
 *
 *   in the plain store
 *   lineage-00000000.sxj   records; the next files are lineage-00000001.sxj and so on
 *   lineage-00000001.begun a file in which no header is whole yet, or where that never came to be
 * </pre>
 *
 * Other names are foreign: they are listed and not read. A run directory is written by the one
 * appender that created it, and never opened for writing again.
 *
 * <h2>Record</h2>
 *
 * Every record stands in a frame. All fields are little-endian and the frame begins at a multiple
 * of four bytes:
 *
 * <pre>
 *   0                   1                   2                   3
 *   0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *  +---------------------------------------------------------------+
 *  |                      Magic "SXJ1"                             |  0
 *  +---------------------------------------------------------------+
 *  |                      Payload length, 1 to 8,192               |  4
 *  +---------------------------------------------------------------+
 *  |                      Writer epoch, 1                          |  8
 *  +---------------------------------------------------------------+
 *  |                      Sequence, from 0 without a gap           | 12
 *  |                                                               |
 *  +---------------------------------------------------------------+
 *  |                      CRC-32C                                  | 20
 *  +---------------+-----------------------------------------------+
 *  |  Record type  |   Rest of the payload                        ...  24
 *  +---------------+-----------------------------------------------+
 * </pre>
 *
 * The checksum covers the run's salt (FNV-1a, 64 bits, of the run id), then bytes 4 to 19, then the
 * payload. The salt stands in no file: a record of another run, or one quoted inside a payload, is
 * never taken for a record of this run. For the same reason a journal is read under the name that
 * it was written under, and the header repeats that name.
 *
 * <p>The payloads are drawn where they are written: {@link dev.sexton.journal.LineageEventEncoder}
 * (BIRTH and CHANGE), {@link dev.sexton.journal.DeathsEncoder}, {@link
 * dev.sexton.journal.AncestorEncoder}, {@link dev.sexton.journal.CommitEncoder}, {@link
 * dev.sexton.journal.EventEncoder}, and {@code HeaderCodec}. A header is the first record of each
 * file and is the same in all files of a run.
 *
 * <h2>Evidence and damage</h2>
 *
 * Whole records in sequence are evidence. A record is whole if and only if its checksum is right;
 * it is found by looking for the magic, never by following a length, so a damaged record hides no
 * other. A gap in the sequence is damage, and what follows it is still delivered. What stands after
 * the last whole record is the tail: torn if a record was begun there, cut if the file knows of
 * records that are not there. A tail is no damage, since it only moves the last sample back.
 *
 * <p>Chronicle Queue alone could not say this: it has no checksum, and takes several kinds of
 * damage for the end of the queue.
 *
 * <h2>The plain store</h2>
 *
 * The frames alone, one after the other, each filled with zeros up to a multiple of four, each by
 * one write. A file gets its name by a rename, when its header is whole in it: a named file without
 * a header is damage, where Chronicle's may be an unfinished creation. A file that another follows
 * ends in the four bytes "SXJE", written after the other has its name; in the last file they tell
 * that the others are lost. A cut between two frames cannot be told from an end; a cut within one
 * is a torn tail.
 *
 * <h2>What is relied on of Chronicle's layout (queue 2026.4, "dataFormat 1")</h2>
 *
 * <ul>
 *   <li>A record begins at a multiple of four, with a header of four bytes: 30 bits of length,
 *       {@code 0x40000000} for Chronicle's own data (index blocks stand among the records), {@code
 *       0x80000000} for one being created, {@code 0xC0000000} for the end of the file. Used to say
 *       how a file ends, not to find records.
 *   <li>An open record's header is 0 until it is committed by one compare-and-set after the
 *       payload. A killed writer leaves at most one such record; when all its bytes are there it is
 *       evidence.
 *   <li>The eight bytes at {@code 0x40} say where the header of the last record stands. Used only
 *       to tell a cut tail.
 *   <li>Zeros are unwritten, and bytes already in a file are kept. The writer fills files with
 *       zeros ahead of Chronicle, so that a full disk is an IOException instead of a fault in a
 *       mapping.
 *   <li>A file named like the next one with {@code .precreated} for {@code .cq4} is taken for it.
 *       Checked after the first record of each file.
 * </ul>
 *
 * <h2>Durability</h2>
 *
 * An append returns when the record is in the page cache, and no fsync follows. A crash of the host
 * takes every process of the run with it: then there is nothing left to reap and no need to know
 * what there was. So the journal need outlive the death of a process, and the page cache does.
 *
 * <h2>Limits</h2>
 *
 * <ul>
 *   <li>A file takes at most 1,000,000 records: its index (128 x 128 entries, one for 64 records)
 *       has room for 1,048,576. Then the next file is begun. The number of files is not limited.
 *   <li>An idle journal takes about 170 KiB in Chronicle's store, a page in the plain one. A birth
 *       with all that is known takes at most 97 bytes with its frame, a commit 71; Chronicle adds 4
 *       to 7 to each, the plain store up to 3.
 *   <li>Chronicle's store is written only on file systems that overwrite in place (ext4, xfs,
 *       tmpfs, overlay), and needs two flags of the JVM. The plain store needs a file system with
 *       POSIX locks. Reading needs none of this.
 *   <li>The checksum finds accidents, not forgery: who may write to the directory may write
 *       records.
 * </ul>
 *
 * <h2>History</h2>
 *
 * <ul>
 *   <li>Version 1: the first; written in Chronicle's store only. Still read.
 *   <li>Version 2: the header names the store and why it was chosen; the plain store.
 * </ul>
 *
 * A change that an older reader would misread raises the version in the header; it is refused by
 * its number. The frame and the place of the version in the header's payload are the same in all
 * versions.
 */
@NullMarked
package dev.sexton.journal;

import org.jspecify.annotations.NullMarked;
