/** For HTML and XML text and for attributes in double quotes, whose parsers would change a plain line break. */
export function escapeHtml(text: string) {
  return text.replace(/[&<>"\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)
}

// A cell that a spreadsheet may run as a formula, with or without escaping apostrophes. Spreadsheets skip some control
// characters before the sign, and East Asian versions read the full-width signs as well.
const FORMULA = /^'*[=+\-@\t\r\n\0＝＋－＠]/

/** Puts an apostrophe before a cell that a spreadsheet would run. `unescapeCell` removes it. */
export function escapeCell(cell: string) {
  return FORMULA.test(cell) ? `'${cell}` : cell
}

/** Removes the apostrophe of `escapeCell`. Other apostrophes stay. */
export function unescapeCell(cell: string) {
  return cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell
}
