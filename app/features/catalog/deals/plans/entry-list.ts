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
