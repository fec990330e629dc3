import { foldCase, foldWords } from './fold-text.ts'

const YEAR = `(?:20\\d\\d|'\\d\\d)`
const KIND = '(?:sales?|deals?|offers?|specials?|discounts?|promo(?:tion)?s?)'
const DAY = '(?:black friday|cyber monday|cyber week(?:end)?|bfcm)'
const SEASON =
  '(?:summer|spring|winter|autumn|fall|holiday|christmas|xmas|easter|halloween|thanksgiving|new year|cyber|launch|anniversary|early bird|flash|limited[- ]time|special|exclusive)'
const AMOUNT = '(?:(?:save|get|up to) )*(?:\\d{1,2}|100) ?% (?:off|discount)'

/** Plain about a sale wherever they end a title. */
const SURE = [`(?:${YEAR} )?${DAY}(?: ${KIND})?(?: ${YEAR})?`, `(?:${YEAR} )?${SEASON} ${KIND}(?: ${YEAR})?`, AMOUNT]
  .concat(`(?:appsumo )?life ?time deals?`, 'on sale')
  .join('|')
/** Only in brackets of their own, or apart from the name: there was a company "Name Ltd", and there are apps named "Sale". */
const APART = [SURE, 'ltd', 'new!?', '(?:on |from |via )?appsumo(?: deal| exclusive)?', 'sale!?', 'pre-?sale'].join('|')

const IN_BRACKETS = new RegExp(`[([]\\s*(?:(?:${APART})[\\s,!+-]*)+[)\\]]`, 'g')
const LAST_PART = new RegExp(`\\s*(?:[|:,–—]|\\s-)\\s*(?:(?:${APART})[\\s,!+-]*)+$`)
const FIRST_PART = new RegExp(`^(?:(?:${APART})[\\s,!+]*)+(?:[|:–—]|-\\s)\\s*`)
/** Not after "for" and the like, where the words belong to what is said: "Countdown to Black Friday". */
const LAST_WORDS = new RegExp(
  `(?<!\\b(?:for|to|of|on|in|at|by|with|and|or|the|a|an|my|your|this|every))\\s+(?:${SURE})!*$`,
)

/**
 * A title without case, accents, punctuation and words that only tell the sale. What tells products apart stays, such
 * as editions, systems, volumes and versions. A title of signs alone is its own key: empty keys are still to be computed.
 */
export function titleKey(title: string): string {
  const text = foldCase(title).replace(/’/g, "'").replace(/\s+/g, ' ').trim()
  return words(withoutSale(text)) || words(text) || text || title
}

function withoutSale(text: string): string {
  for (const part of [IN_BRACKETS, LAST_PART, FIRST_PART, LAST_WORDS]) {
    const shorter = text.replace(part, ' ').replace(/\s+/g, ' ').trim()
    if (shorter !== text && words(shorter)) return withoutSale(shorter)
  }
  return text
}

/** "C", "C++" and "C#" are three names, "Pro" and "Pro+" two. */
function words(text: string) {
  return foldWords(
    text
      .replace(/(?<=[^\s+])\++(?!\p{L})/gu, (signs) => ' plus'.repeat(signs.length))
      .replace(/(?<=\p{L})#/gu, ' sharp'),
  )
}
