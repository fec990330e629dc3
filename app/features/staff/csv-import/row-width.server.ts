import { pluralize } from '~/ui/pluralize'
import type { Dialect } from './dialect.server'
import type { CsvHeader } from './header.server'

/**
 * Explains a row whose number of cells differs from the header's. Its cells are probably shifted, so that each would be
 * reported as wrong; one error about the number of cells replaces them.
 */
export function explainWidth(record: string[], { columns, width }: CsvHeader<string>, { delimiterName }: Dialect) {
  const size = `Row has ${pluralize(record.length, 'cell')}, but the header has ${pluralize(width, 'column')}.`
  if (record.length < width) {
    return {
      fault: `${size} Check for a line break outside quotes, or a missing ${delimiterName} (an empty cell needs one too).`,
    }
  }
  const words = `${size} Check for an unquoted ${delimiterName}.`
  const surplus = record.slice(columns.length)
  // The rest of a text that was split at a comma begins with a space.
  if (surplus.some(isFilled) || (surplus.length > 0 && record.some((cell) => /^ \S/.test(cell))))
    return { fault: words }
  // Some programs end each line with a delimiter, and some people write notes in columns without a name.
  return surplus.length > 0 || record.slice(width).some(isFilled) ? { suspicion: words } : {}
}

const isFilled = (cell: string) => cell.trim() !== ''
