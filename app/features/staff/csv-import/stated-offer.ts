/** A value that a text states, with the words it was read from. */
export type Statement = { value: string; start: number; end: number }

const DISCOUNT =
  /\b(\d{1,3}(?:[.,]\d{1,2})?) ?%\+? ?\*{0,2} ?(?:off|discount)\b|\b(?:save|discount of) \*{0,2}(\d{1,3}) ?%/gi
const UP_TO = /\bup to \*{0,2}$/i
const CODE =
  /\b(?:coupon code|codes?|coupon)(?: is)?:? ?(["'“‘`*]{0,3})(?!codes?\b|coupon\b)([a-z0-9][a-z0-9_-]{2,29})(?![\w-])/gi
const CAPITALS = /^[A-Z0-9_-]+$/
/** "code BF25 or CM25" */
const OR = /^[*"'”’`]{0,3} or\b/i
const NO_CODE = /^(?:off|for|and|the|with|get|now|here|link|needed|required|only|\d{1,3})$/i

/** The whole percent that a text states once, or again and again; undefined for several, "up to", "70%+" and fractions. */
export function readDiscount(text: string): Statement | undefined {
  const found = [...text.matchAll(DISCOUNT)]
  const isExact = ({ 0: words, index }: RegExpExecArray) =>
    !words.includes('+') && !UP_TO.test(text.slice(Math.max(index - 10, 0), index))
  const value = (match: RegExpExecArray) => match[1] ?? match[2]!
  const only = onlyValue(found, value)
  return only && found.every(isExact) && /^[1-9]\d?$/.test(only.value) ? only : undefined
}

/** The only coupon code that a text states. */
export function readCode(text: string): Statement | undefined {
  const found = [...text.matchAll(CODE)].filter(
    // In capitals or with a digit, such as BLACK and viral30; marked text may be any word.
    ([, mark, code = '']) => !NO_CODE.test(code) && (mark !== '' || CAPITALS.test(code) || /\d/.test(code)),
  )
  const only = onlyValue(found, (match) => match[2]!)
  return found.some(({ 0: words, index }) => OR.test(text.slice(index + words.length))) ? undefined : only
}

function onlyValue(found: RegExpExecArray[], value: (match: RegExpExecArray) => string): Statement | undefined {
  const [first] = found
  if (!first || found.some((match) => value(match).toUpperCase() !== value(first).toUpperCase())) return undefined
  return { value: value(first), start: first.index, end: first.index + first[0].length }
}
