import { foldCase, foldWords } from '../deals/fold-text.ts'

const YEAR = `(?:20\\d\\d|'\\d\\d)`
const KIND = '(?:sales?|deals?|offers?|specials?|discounts?|promo(?:tion)?s?)'
const DAY = '(?:black friday|cyber monday|cyber week(?:end)?|bfcm)'
const SEASON =
  '(?:summer|spring|winter|autumn|fall|holiday|christmas|xmas|easter|halloween|thanksgiving|new year|cyber|launch|anniversary|early bird|flash|limited[- ]time|special|exclusive)'
const AMOUNT = '(?:(?:save|get|up to) ){0,3}(?:\\d{1,2}|100) ?% (?:off|discount)'

/** "black friday special offer" is the day and a "special offer". */
const DAY_SALE = `(?:${YEAR} )?${DAY}(?: (?!special ${KIND})${KIND})?(?: ${YEAR})?`
/** Plain about a sale wherever they end a title. */
const SURE = [DAY_SALE, `(?:${YEAR} )?${SEASON} ${KIND}(?: ${YEAR})?`, AMOUNT]
  .concat(`(?:appsumo )?life ?time deals?`, 'on sale')
  .join('|')
/** Only in brackets of their own, or apart from the name: there was a company "Name Ltd", and there are apps named "Sale". */
const APART = [
  SURE,
  'ltd',
  'new',
  `(?:on |from |via )?appsumo(?: deal| exclusive(?! ${KIND}))?`,
  'sale',
  'pre-?sale',
].join('|')

const BRACKETS = /[([]([^()[\]]*)[)\]]/g
const DIVIDER = /([|:,–—]|\s-)/
const DIVIDER_AFTER = /[|:–—]|-\s/y
const APART_WORDS = new RegExp(`(?:${APART})[\\s,!+-]*`, 'y')
/** Without "-", which divides them from the name that follows. */
const FIRST_WORDS = new RegExp(`(?:${APART})[\\s,!+]*`, 'y')
/** Not after "for" and the like, where the words belong to what is said: "Countdown to Black Friday". */
const LAST_WORDS = new RegExp(
  `(?<!\\b(?:for|to|of|on|in|at|by|with|and|or|the|a|an|my|your|this|every)) (?:${SURE})!*$`,
)

/**
 * A title without case, accents, punctuation and words about the sale. Words that distinguish products remain, such as
 * editions, systems, volumes and versions. A title of signs alone is its own key: empty keys are still to be computed.
 */
export function titleKey(title: string): string {
  const text = foldCase(title).replace(/’/g, "'").replace(/\s+/g, ' ').trim()
  return words(withoutSale(text)) || words(text) || text || title
}

function withoutSale(text: string): string {
  for (const remove of [removeBrackets, removeLastParts, removeFirstPart, removeLastWords]) {
    const shorter = remove(text).replace(/\s+/g, ' ').trim()
    if (shorter !== text && words(shorter)) return withoutSale(shorter)
  }
  return text
}

function removeBrackets(text: string) {
  return text.replace(BRACKETS, (brackets, inside: string) => (isOnlySale(inside) ? ' ' : brackets))
}

function removeLastParts(text: string) {
  const parts = text.split(DIVIDER)
  while (parts.length > 1 && isOnlySale(parts.at(-1)!)) parts.splice(-2)
  return parts.join('')
}

function removeFirstPart(text: string) {
  DIVIDER_AFTER.lastIndex = endOfSale(text, FIRST_WORDS)
  return DIVIDER_AFTER.lastIndex > 0 && DIVIDER_AFTER.test(text) ? text.slice(DIVIDER_AFTER.lastIndex) : text
}

function removeLastWords(text: string) {
  return text.replace(LAST_WORDS, '')
}

function isOnlySale(part: string) {
  const text = part.trim()
  return endOfSale(text, APART_WORDS) === text.length
}

/** Where the words of a sale end with which the text begins. Word by word, because one expression for all of them would backtrack exponentially. */
function endOfSale(text: string, word: RegExp) {
  let end = 0
  for (word.lastIndex = 0; word.test(text); ) end = word.lastIndex
  return end
}

/** "C", "C++" and "C#" are three names, "Pro" and "Pro+" two. */
function words(text: string) {
  return foldWords(
    text
      .replace(/(?<=[^\s+])\++(?!\p{L})/gu, (signs) => ' plus'.repeat(signs.length))
      .replace(/(?<=\p{L})#/gu, ' sharp'),
  )
}
