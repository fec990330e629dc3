/** Below half of the words' order in common, two texts are about the same thing at most. */
export const SIMILARITY_THRESHOLD = 0.5

/**
 * How much of two texts is the same, from 0 to 1: the share of their runs of three words that both have. Case,
 * punctuation and spacing do not count.
 */
export function similarity(one: string, other: string): number {
  const [a, b] = [runsOf(one), runsOf(other)]
  const common = [...a].filter((run) => b.has(run)).length
  return common / (a.size + b.size - common)
}

function runsOf(text: string): Set<string> {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  const count = Math.max(words.length - 2, 1)
  return new Set(Array.from({ length: count }, (_, i) => words.slice(i, i + 3).join(' ')))
}
