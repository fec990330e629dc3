/** The parts of tar-stream that backups use. The package has no types of its own. */
declare module 'tar-stream' {
  import type { Duplex, Readable, Writable } from 'node:stream'

  type Header = { name: string; size: number; mode?: number; mtime?: Date; type?: string | null }

  /** A tar archive that is being written. Entries are added one after another. */
  interface Pack extends Readable {
    entry(header: Header, callback: (error?: Error | null) => void): Writable
    finalize(): void
  }

  /** A tar archive that is being read: `entry` with a header, its content, and a function that asks for the next one. */
  interface Extract extends Writable {
    on(event: 'entry', listener: (header: Header, content: Duplex, next: (error?: unknown) => void) => void): this
    on(event: string, listener: (...args: never[]) => void): this
  }

  const tar: { pack(): Pack; extract(): Extract }
  export default tar
}
