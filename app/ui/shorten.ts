/** The text on one line, cut at the end of a word. */
export function shorten(text: string, length: number) {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  return `${firstCharacters(line, length - 2).replace(/ [^ ]*$/, '')} …`
}

/** At most `length` UTF-16 units. JSON of half a character is refused by the database. */
export const firstCharacters = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
