/** Invisible, and ends a host name for every program that looks for one. */
const ZERO_WIDTH_NON_JOINER = '\u200c'

/**
 * Text that no mail program turns into a link by itself. Titles and notes come from people: without this, a deal called
 * "refund.example" would become a link in a mail of ours.
 */
export function unlinked(text: string) {
  if (!/[.@:]/.test(text)) return text
  return text.replace(/(?<=\S)[.@](?=\p{L})|:(?=\/\/)/gu, (mark) => `${mark}${ZERO_WIDTH_NON_JOINER}`)
}
