type Part = { at: number; text: string; isCommon: boolean }

/** As many words in a row make a phrase; fewer are in many texts. */
const PHRASE_WORDS = 3
const MAX_PLAIN = 80

/** Splits a text into what it shares with another, in phrases of three words or more, and the rest. */
export function splitAtCommon(text: string, other: string): Part[] {
  const words = wordsOf(text)
  const shared = new Set(phrasesOf(wordsOf(other)))
  const isCommon = words.map(() => false)
  for (const [index, phrase] of phrasesOf(words).entries()) {
    if (shared.has(phrase)) isCommon.fill(true, index, index + PHRASE_WORDS)
  }

  const parts: Part[] = []
  const add = (from: number, to: number, common: boolean) => {
    if (from < to) parts.push({ at: from, text: text.slice(from, to), isCommon: common })
  }
  let end = 0
  for (let index = 0; index < words.length; index++) {
    if (!isCommon[index]) continue
    const first = words[index]!
    while (isCommon[index + 1]) index++
    const last = words[index]!
    add(end, first.at, false)
    end = last.at + last.text.length
    add(first.at, end, true)
  }
  add(end, text.length, false)
  return parts
}

/** The same, with long stretches that are not shared cut short. */
export function excerptOfCommon(text: string, other: string): Part[] {
  const parts = splitAtCommon(text.trim(), other)
  return parts.map((part, index) => {
    if (part.isCommon || part.text.length <= MAX_PLAIN) return part
    const [head, tail] = [part.text.slice(0, MAX_PLAIN / 2), part.text.slice(-MAX_PLAIN / 2)]
    if (index === 0) return { ...part, text: parts.length > 1 ? `… ${tail}` : `${part.text.slice(0, 3 * MAX_PLAIN)}…` }
    return { ...part, text: index === parts.length - 1 ? `${head}…` : `${head} … ${tail}` }
  })
}

function wordsOf(text: string) {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({ at: match.index, text: match[0] }))
}

function phrasesOf(words: { text: string }[]) {
  const lower = words.map(({ text }) => text.toLowerCase())
  const count = Math.max(lower.length - PHRASE_WORDS + 1, 0)
  return Array.from({ length: count }, (_, index) => lower.slice(index, index + PHRASE_WORDS).join(' '))
}
