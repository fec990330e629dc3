/** For HTML and XML text and for attributes in double quotes, whose parsers would change a plain line break. */
export function escapeHtml(text: string) {
  return text.replace(/[&<>"\r\n]/g, (character) => `&#${character.charCodeAt(0)};`)
}
