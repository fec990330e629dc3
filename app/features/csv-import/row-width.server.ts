import { pluralize } from '~/ui/pluralize'
import type { Dialect } from './dialect.server'
import type { CsvHeader } from './header.server'

/**
 * What to say of a row that has not as many cells as the header has columns. Its cells have likely been shifted, so
 * that each would be reported as wrong; the error is the one place where the shift begins.
 */
export function explainWidth(record: string[], { places, width }: CsvHeader<string>, { delimiterName }: Dialect) {
  const size = `Row has ${pluralize(record.length, 'cell')}, but the header has ${pluralize(width, 'column')}.`
  if (record.length < width) {
    return {
      fault: `${size} Check for a line break outside quotes, or a missing ${delimiterName} (an empty cell needs one too).`,
    }
  }
  const words = `${size} Check for an unquoted ${delimiterName}.`
  const surplus = record.slice(places.length)
  // Text that was split at a comma goes on with a space.
  if (surplus.some(isFilled) || (surplus.length > 0 && record.some((cell) => /^ \S/.test(cell))))
    return { fault: words }
  // Some programs end each line with a delimiter, and people take notes beside the columns that have names.
  return surplus.length > 0 || record.slice(width).some(isFilled) ? { suspicion: words } : {}
}

const isFilled = (cell: string) => cell.trim() !== ''
