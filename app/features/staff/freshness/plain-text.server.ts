import { Parser } from 'htmlparser2'

/** Longer texts are cut before they are parsed. */
const MAX_SOURCE = 5_000
const UNSEEN = new Set(['script', 'style', 'template'])
// Format characters reorder what follows, control characters are rejected by every form.
const INVISIBLE = /[\p{Cf}\p{Cc}\p{Cs}\p{Co}\u2800]+/gu

/** A text of a web page on one line: without tags, and without characters that are not seen. */
export function plainText(source: string): string {
  let text = ''
  let unseen = 0
  const parser = new Parser({
    onopentagname(name) {
      if (UNSEEN.has(name)) unseen++
      text += ' '
    },
    ontext(data) {
      if (unseen === 0) text += data
    },
    onclosetag(name) {
      if (UNSEEN.has(name)) unseen--
    },
  })
  parser.end(source.slice(0, MAX_SOURCE))
  return text.replace(/\s+/g, ' ').replace(INVISIBLE, '').trim()
}
