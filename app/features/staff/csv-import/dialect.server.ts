/** The supported delimiters and their names. */
const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const
type Delimiter = keyof typeof DELIMITERS

export type Dialect = {
  delimiter: Delimiter
  /** "comma" */
  delimiterName: string
  /** The line number of the header, counted from 1. */
  headerLine: number
}

// A first line that names the delimiter for Excel: `sep=;`. A spreadsheet that read it as a row may have quoted it or
// added empty cells.
const SEP_LINE = /^\uFEFF?("?)sep=(\\t|[,;\t])\1[,;\t]*(?:\r\n|\r|\n)/i

/** Detects the delimiter from the start of a file: from its `sep=` line, or else the most frequent one in the header. */
export function detectDialect(start: string): Dialect {
  const [sepLine = '', , named] = SEP_LINE.exec(start) ?? []
  const header = start
    .slice(sepLine.length)
    .replace(/"[^"]*"/g, '')
    .replace(/^[\uFEFF\r\n]+/, '')
    .split(/[\r\n]/, 1)[0]!
  const declared = named === '\\t' ? '\t' : (named as Delimiter | undefined)
  // A file that was saved again may have another delimiter than the line says.
  const delimiter = declared && header.includes(declared) ? declared : mostFrequent(header)
  return { delimiter, delimiterName: DELIMITERS[delimiter], headerLine: sepLine ? 2 : 1 }
}

function mostFrequent(line: string) {
  const count = (delimiter: string) => line.split(delimiter).length
  return (Object.keys(DELIMITERS) as Delimiter[]).reduce((best, next) => (count(next) > count(best) ? next : best))
}
