import { type Options, stringify } from 'csv-stringify/sync'
import { escapeCell } from './formula-cell'

type Row = readonly unknown[] | object

const OPTIONS: Options = {
  record_delimiter: '\r\n',
  // Spreadsheets split at semicolons and tabs in some countries, and trim spaces outside of quotes.
  quoted_match: /[;\t\r\n]|^\s|\s$/,
  // Not the library's `escape_formulas`: it leaves out NUL and line feed, and cells that begin with an apostrophe
  // already, so an import could not tell which apostrophes to remove.
  cast: { string: escapeCell },
}

/**
 * Writes a table as CSV (RFC 4180): the column names, then one piece of text for each batch of rows. Null and undefined
 * are empty cells, and no cell is a formula.
 *
 * @param batches rows as arrays in the order of the columns, or as objects with the columns as keys
 * @param bom whether to begin with a byte order mark, without which Excel does not read a file as UTF-8
 */
export async function* writeCsv(
  columns: readonly string[],
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  { bom = true } = {},
): AsyncGenerator<string> {
  yield stringify([], { ...OPTIONS, bom, header: true, columns: [...columns] })
  for await (const rows of batches) yield stringify([...rows], { ...OPTIONS, columns: [...columns] })
}
