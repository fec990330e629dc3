import type { EditedDeal } from '~/features/catalog/deals/deal-fields'

/**
 * Several texts in one cell, separated by a pipe (spec §5). A pipe that belongs to a text is written `\|`; any other
 * backslash is itself.
 */
export function splitEntries(cell: string) {
  return cell.split(/(?<!\\)\|/).map((entry) => entry.replaceAll('\\|', '|'))
}

/** The inverse of `splitEntries`, for trimmed texts. */
export function joinEntries(entries: readonly string[]) {
  // A backslash at the end of a text would escape the pipe that follows.
  return entries.map((entry) => entry.replaceAll('|', '\\|').replace(/\\$/, '\\ ')).join('|')
}

type Plan = EditedDeal['plans'][number]

/** The parts of an entry, separated by colons. A colon that belongs to a name is written `\:`. */
export function splitParts(entry: string) {
  return entry.split(/(?<!\\):/).map((part) => part.replaceAll('\\:', ':').trim())
}

/** A plan as an entry of the CSV column, such as "Tier 1:59.00:1". */
export function planEntry({ name, price, codes }: Plan) {
  // A backslash at the end of a name would escape the colon that follows.
  const escaped = name.replaceAll(':', '\\:').replace(/\\$/, '\\ ')
  return [escaped, price, ...(codes === null ? [] : [codes])].join(':')
}
