import { Parser } from 'htmlparser2'
import { type FetchedPage, htmlOf, plainTextOf } from '~/http/fetch-page.server'

/** As stored, in UTF-8. The database has the same limit. */
const MAX_BYTES = 200_000
/** The parser's own work for each tag grows with the depth. */
const MAX_DEPTH = 1_000
const HIDDEN = new Set(['script', 'style', 'template', 'noscript', 'svg'])
// Format characters reorder what follows, and the database stores no NUL.
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Co}\u2800]+/gu
/** More replacement characters than this, in a hundred, are a file that only claims to be text. */
const MAX_BROKEN = 5

class TooDeep extends Error {}

/** The readable text of a web page or text file on one line; empty if there is none. */
export function readableTextOf(page: FetchedPage): string {
  const html = htmlOf(page)
  const text = (html === undefined ? (plainTextOf(page) ?? '') : withoutTags(html)).replace(/\s+/g, ' ')
  const broken = text.match(/[\0\ufffd]/g)?.length ?? 0
  if (broken * 100 > text.length * MAX_BROKEN) return ''
  const bytes = Buffer.from(text.replace(INVISIBLE, '').trim())
  // A character that is cut decodes to U+FFFD.
  return bytes.length <= MAX_BYTES
    ? bytes.toString()
    : bytes
        .subarray(0, MAX_BYTES - 3)
        .toString()
        .replace(/\ufffd$/, '')
}

function withoutTags(html: string) {
  const parts: string[] = []
  let hiddenDepth = 0
  let depth = 0
  const parser = new Parser({
    onopentagname(name) {
      if (++depth > MAX_DEPTH) throw new TooDeep()
      if (HIDDEN.has(name)) hiddenDepth++
      parts.push(' ')
    },
    ontext(data) {
      if (hiddenDepth === 0) parts.push(data)
    },
    onclosetag(name) {
      depth--
      if (HIDDEN.has(name)) hiddenDepth--
      parts.push(' ')
    },
  })
  try {
    parser.end(html)
  } catch (error) {
    // What was read until then is readable.
    if (!(error instanceof TooDeep)) throw error
  }
  return parts.join('')
}
