import { currencySign } from '~/ui/money'

/** Where a value is in a text: how often, and the first place with what is around it. */
export type Passage = { count: number; before: string; found: string; after: string }

/** Characters of the text that are shown on either side. */
const AROUND = 100

type Token = {
  /** A word in lower case without its plural, or a sign. */
  word?: string
  /** What the digits can mean: "1.299" has thousands or decimals. */
  numbers: number[]
  start: number
  end: number
}

/** Signs of currencies, amounts with their separators, and words. */
const TOKENS = /\p{Sc}|\d+(?:[.,]\d+)*|\p{L}+/gu
/** Between two tokens of a value there may be a space, a hyphen or a comma. */
const MAX_GAP = 3

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKENS)].map(({ 0: token, index }) => ({
    ...(/^\d/.test(token) ? { numbers: numbersOf(token) } : { word: wordOf(token), numbers: [] }),
    start: index,
    end: index + token.length,
  }))
}

const wordOf = (token: string) => token.toLowerCase().replace(/(?<=\p{L}{2})s$/u, '')

/** "1,299.00" and "1299" are 1299. */
function numbersOf(digits: string): number[] {
  const [first = '', ...groups] = digits.split(/[.,]/)
  if (groups.length === 0) return [Number(first)]
  const isThousands = (parts: string[]) => first.length <= 3 && parts.every(({ length }) => length === 3)
  const numbers = isThousands(groups) ? [Number(first + groups.join(''))] : []
  const whole = groups.slice(0, -1)
  if (isThousands(whole) || whole.length === 0) numbers.push(Number(`${first}${whole.join('')}.${groups.at(-1)}`))
  return numbers
}

/**
 * Finds a value as a change report states it ("$1,299.00", "60 days", "31 Dec 2026") in the text of a page. Numbers are
 * compared as numbers, an amount needs its currency beside it, and words are compared without capitals and plurals.
 *
 * @returns undefined for a value that has nothing to look for
 */
export function passageOf(text: string, value: string, currency: string): Passage | undefined {
  const spellings = spellingsOf(value, currency).filter((spelling) => spelling.length > 0)
  if (spellings.length === 0) return undefined
  const tokens = tokensOf(text)
  let count = 0
  let first: { start: number; end: number } | undefined
  for (let index = 0; index < tokens.length; index++) {
    const length = spellings.find((spelling) => isAt(tokens, index, spelling))?.length
    if (length === undefined) continue
    count++
    first ??= { start: tokens[index]!.start, end: tokens[index + length - 1]!.end }
    index += length - 1
  }
  if (!first) return { count: 0, before: '', found: '', after: '' }
  return {
    count,
    before: text.slice(Math.max(first.start - AROUND, 0), first.start),
    found: text.slice(first.start, first.end),
    after: text.slice(first.end, first.end + AROUND),
  }
}

type Wanted = Pick<Token, 'word' | 'numbers'>

function isAt(tokens: Token[], index: number, spelling: Wanted[]) {
  return spelling.every((wanted, offset) => {
    const token = tokens[index + offset]
    if (!token || (offset > 0 && token.start - tokens[index + offset - 1]!.end > MAX_GAP)) return false
    return isSame(token, wanted)
  })
}

function isSame(token: Token, wanted: Wanted) {
  if (wanted.word === undefined) return wanted.numbers.some((number) => token.numbers.includes(number))
  return token.word === wanted.word || (MONTHS.has(wanted.word) && (token.word?.startsWith(wanted.word) ?? false))
}

const MONTHS = new Set(['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'])

/** The ways in which pages write a value. */
function spellingsOf(value: string, currency: string): Wanted[][] {
  const [day, month, year, ...rest] = tokensOf(value)
  if (month?.word && MONTHS.has(month.word) && day?.numbers[0] && year && rest.length === 0) {
    const iso = [...MONTHS].indexOf(month.word) + 1
    return [
      [day, month, year],
      [month, day, year],
      [year, { numbers: [iso] }, day],
    ]
  }
  const days = /^(\d+) days?\b/.exec(value)
  if (days) return [[{ numbers: [Number(days[1])] }, { word: 'day', numbers: [] }]]
  const tokens = tokensOf(value.split('/')[0]!)
  const amount = tokens.find(({ numbers }) => numbers.length > 0)
  const names = new Set([currency.toLowerCase(), ...tokensOf(currencySign(currency)).map(({ word }) => word)])
  const other = tokens.find(({ word }) => word !== undefined)?.word
  const isAmount = amount && tokens.length === 2 && other && (names.has(other) || /^(?:\p{Sc}|[a-z]{3})$/u.test(other))
  if (!isAmount) return [tokens]
  const units = names.has(other) ? [...names] : [other]
  return units.flatMap((word) => [
    [{ word, numbers: [] }, amount],
    [amount, { word, numbers: [] }],
  ])
}
