/** The text on one line, cut at the end of a word. */
export function shorten(text: string, length: number) {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  // Without half of a character at its end, which the database refuses in JSON.
  const start = line.slice(0, length - 2).replace(/[\ud800-\udbff]$/, '')
  return `${start.replace(/ [^ ]*$/, '')} …`
}
