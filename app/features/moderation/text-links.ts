type Part = { at: number; text: string; url?: string }

/** With or without a scheme, as people write them. A dot, comma or bracket after it belongs to the sentence. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>"]+|\b(?:[a-z\d-]+\.)+[a-z]{2,}(?:\/[^\s<>"]*)?/gi
const END_OF_SENTENCE = /[.,;:!?)\]'"”’]+$/

/** Splits a text at the links in it. */
export function splitAtLinks(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    const link = match[0].replace(END_OF_SENTENCE, '')
    if (!isLink(link)) continue
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index) })
    end = match.index + link.length
    parts.push({ at: match.index, text: link, url: /^https?:/i.test(link) ? link : `https://${link}` })
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) })
  return parts
}

// "3.2" and "e.g" are no hosts, and neither is "time.Settings" where a space is missing.
function isLink(text: string) {
  return /^(?:https?:\/\/|www\.)/i.test(text) || /^[a-z\d-]{2,}(?:\.[a-z\d-]{2,})*\.[a-z]{2,}/.test(text)
}
