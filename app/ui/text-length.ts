/** How many characters people see in a text, as the server and the database count them. */
export function textLength(text: string) {
  return [...text.replace(/\r\n?/g, '\n').trim()].length
}
