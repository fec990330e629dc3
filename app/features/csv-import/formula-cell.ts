// What a spreadsheet may run as a formula, or what such a cell looks like once it has been escaped. Spreadsheets skip
// some control characters before the sign, and those of East Asia read the full-width signs as well.
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/

/** Puts an apostrophe before a cell that a spreadsheet would run. `unescapeCell` takes it off again. */
export function escapeCell(cell: string) {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

export function unescapeCell(cell: string) {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
