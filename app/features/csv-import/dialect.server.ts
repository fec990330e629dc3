/** The characters that may separate cells, and what people call them. */
const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const
type Delimiter = keyof typeof DELIMITERS

export type Dialect = {
  delimiter: Delimiter
  /** "comma" */
  delimiterName: string
  /** The line of the file that has the names of the columns, counted from 1. */
  headerLine: number
}

// A first line for Excel that names the delimiter: `sep=;`. A spreadsheet that took it for a row may have put it in
// quotes, or written the empty cells of that row behind it.
const SEP_LINE = /^\uFEFF?("?)sep=(\\t|[,;\t])\1[,;\t]*(?:\r\n|\r|\n)/i

/** Reads from the first lines of a file how it separates cells: as its `sep=` line says, or else as its header does. */
export function detectDialect(start: string): Dialect {
  const [sepLine = '', , named] = SEP_LINE.exec(start) ?? []
  const header = start
    .slice(sepLine.length)
    .replace(/"[^"]*"/g, '')
    .replace(/^[\uFEFF\r\n]+/, '')
    .split(/[\r\n]/, 1)[0]!
  const announced = named === '\\t' ? '\t' : (named as Delimiter | undefined)
  // What was saved anew may have other delimiters than the line still says.
  const delimiter = announced && header.includes(announced) ? announced : mostFrequent(header)
  return { delimiter, delimiterName: DELIMITERS[delimiter], headerLine: sepLine ? 2 : 1 }
}

function mostFrequent(line: string) {
  const count = (delimiter: string) => line.split(delimiter).length
  return (Object.keys(DELIMITERS) as Delimiter[]).reduce((best, one) => (count(one) > count(best) ? one : best))
}
