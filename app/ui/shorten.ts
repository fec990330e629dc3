/** The text on one line, cut at the end of a word. */
export function shorten(text: string, length: number) {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  return `${line.slice(0, length - 2).replace(/ [^ ]*$/, '')} …`
}
