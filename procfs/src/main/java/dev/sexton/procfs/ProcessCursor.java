package dev.sexton.procfs;

/**
 * A movable view of one row of a {@link ProcessTable}; stands before the first row at the start.
 *
 * <p>Holds nothing of its own, so it shows what the table holds now. Not thread-safe.
 */
public final class ProcessCursor {
  private final ProcessTable table;
  private int row = -1;

  /** A cursor before the first row. */
  public ProcessCursor(ProcessTable table) {
    this.table = table;
  }

  /** Goes before the first row. */
  public void rewind() {
    row = -1;
  }

  /** Goes to the next row; false, and no move, if there is none. */
  public boolean next() {
    if (row + 1 >= table.rows()) {
      return false;
    }
    row++;
    return true;
  }

  /** Goes to a row, whether it exists is checked at the next access. */
  public ProcessCursor moveTo(int toRow) {
    row = toRow;
    return this;
  }

  /** The index of the row. */
  public int row() {
    return row;
  }

  /** See {@link ProcessTable#pid}. */
  public int pid() {
    return table.pid(row);
  }

  /** See {@link ProcessTable#parent}. */
  public int parent() {
    return table.parent(row);
  }

  /** See {@link ProcessTable#processGroup}. */
  public int processGroup() {
    return table.processGroup(row);
  }

  /** See {@link ProcessTable#session}. */
  public int session() {
    return table.session(row);
  }

  /** See {@link ProcessTable#startTicks}. */
  public long startTicks() {
    return table.startTicks(row);
  }

  /** See {@link ProcessTable#state}. */
  public byte state() {
    return table.state(row);
  }

  /** See {@link ProcessTable#threads}. */
  public int threads() {
    return table.threads(row);
  }

  /** See {@link ProcessTable#kernelFlags}. */
  public int kernelFlags() {
    return table.kernelFlags(row);
  }

  /** See {@link ProcessTable#result}. */
  public ReadResult result() {
    return table.result(row);
  }

  /** See {@link ProcessTable#errno}. */
  public int errno() {
    return table.errno(row);
  }

  /** See {@link ProcessTable#isDead}. */
  public boolean isDead() {
    return table.isDead(row);
  }

  /** See {@link ProcessTable#isKernelThread}. */
  public boolean isKernelThread() {
    return table.isKernelThread(row);
  }

  /** See {@link ProcessTable#copyComm}. */
  public int copyComm(byte[] into) {
    return table.copyComm(row, into);
  }

  /** See {@link ProcessTable#comm(int)}. */
  public String comm() {
    return table.comm(row);
  }
}
