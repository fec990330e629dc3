/** Texts below this similarity count as different. */
export const SIMILARITY_THRESHOLD = 0.6

/**
 * The Jaccard similarity of two texts, from 0 to 1, over their runs of three words. Case, punctuation and spacing do
 * not count.
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
