/** Length in code points with normalized line breaks, as the server and the database count. */
export function textLength(text: string) {
  return [...text.replace(/\r\n?/g, '\n').trim()].length
}
