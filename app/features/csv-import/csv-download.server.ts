import { Readable } from 'node:stream'
import { createReadableStreamFromReadable } from '@remix-run/node'
import { escapeCell } from './formula-cell'

/** One record as every spreadsheet reads it (RFC 4180), with nothing in it that one would run. */
export function csvLine(cells: readonly string[]) {
  return `${cells.map((cell) => quote(escapeCell(cell))).join(',')}\r\n`
}

function quote(cell: string) {
  return /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Tells spreadsheets that the text is UTF-8; they take a file without it for one in their country's old encoding. An
 * import takes it off.
 */
export const BOM = '\uFEFF'

/** Sends a file as it is made, as fast as it is read. */
export function csvDownload(name: string, lines: AsyncIterable<string> | Iterable<string>) {
  return new Response(createReadableStreamFromReadable(Readable.from(lines, { objectMode: false })), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}"`,
      'Cache-Control': 'private, no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
