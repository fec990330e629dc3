type Part = { at: number; text: string; url?: string }

/** With or without a scheme, as people write them. A dot, comma or bracket after it belongs to the sentence. */
const LINK = /(?:https?:\/\/|www\.)[^\s<>"]+|[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)*/gi
const PATH = /\/[^\s<>"]*/y
const END_OF_SENTENCE = /(?<![.,;:!?)\]'"”’])[.,;:!?)\]'"”’]+$/

/** Splits a text at the links in it. */
export function splitAtLinks(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(LINK)) {
    if (match.index < end || !isLink(match[0].replace(END_OF_SENTENCE, ''))) continue
    PATH.lastIndex = match.index + match[0].length
    const link = `${match[0]}${PATH.exec(text)?.[0] ?? ''}`.replace(END_OF_SENTENCE, '')
    if (match.index > end) parts.push({ at: end, text: text.slice(end, match.index) })
    end = match.index + link.length
    parts.push({ at: match.index, text: link, url: /^https?:/i.test(link) ? link : `https://${link}` })
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end) })
  return parts
}

/** Endings of file names and libraries that are no top-level domains. */
const NO_DOMAIN = /\.(?:js|ts|jsx|tsx|css|html|json|csv|pdf|png|jpe?g|gif|svg|txt|docx?|xlsx?|exe|dmg)$/

// "3.2" and "e.g" are no hosts, and neither is "time.Settings" where a space is missing.
function isLink(text: string) {
  if (/^(?:https?:\/\/|www\.)/i.test(text)) return true
  return !NO_DOMAIN.test(text.split('/')[0]!) && /^[a-z\d-]{2,}(?:\.[a-z\d-]{2,})*\.[a-z]{2,}/.test(text)
}
