import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * Checked rows wait in a temporary file until the last row of the import has been read: a file that turns out to be
 * broken at its end has then changed nothing, and memory holds a few batches at most.
 */
export class Spool<Row> implements AsyncDisposable {
  private readonly lengths: number[] = []

  private constructor(
    private readonly dir: string,
    private readonly handle: fs.promises.FileHandle,
  ) {}

  static async create<Row>() {
    const dir = await fs.promises.mkdtemp(path.join(os.tmpdir(), 'ledger-import-'))
    return new Spool<Row>(dir, await fs.promises.open(path.join(dir, 'rows'), 'wx+', 0o600))
  }

  async append(rows: Row[]) {
    const { bytesWritten } = await this.handle.write(JSON.stringify(rows))
    this.lengths.push(bytesWritten)
  }

  /** The batches in the order in which they were appended. */
  async *batches(): AsyncGenerator<Row[]> {
    let position = 0
    for (const length of this.lengths) {
      const { buffer } = await this.handle.read(Buffer.allocUnsafe(length), 0, length, position)
      position += length
      yield JSON.parse(buffer.toString()) as Row[]
    }
  }

  async [Symbol.asyncDispose]() {
    await this.handle.close().catch(() => {})
    await fs.promises.rm(this.dir, { recursive: true, force: true })
  }
}
