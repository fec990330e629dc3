/** Below this a title does not look meant. */
const LIKENESS = 0.3

/**
 * The parts of a term of which one is still right when another has a slip in it. A part that is too short says
 * nothing.
 */
export function termParts(term: string): string[] {
  const letters = [...term]
  const parts = letters.length < 6 ? 1 : letters.length < 12 ? 2 : 3
  const size = Math.ceil(letters.length / parts)
  const cut = Array.from({ length: parts }, (_, i) => letters.slice(i * size, (i + 1) * size).join(''))
  // A slip in a short term is looked for around it.
  const around = parts === 1 ? [letters.slice(0, 3).join(''), letters.slice(-3).join('')] : cut
  return [...new Set(around.map((part) => part.trim()))].filter((part) => [...part].length >= 3)
}

/** The candidates whose title is most like the term, best first. */
export function rankTitles<T extends { title: string }>(term: string, candidates: T[], limit: number): T[] {
  return candidates
    .map((candidate) => ({ candidate, likeness: likeness(term, candidate.title) }))
    .filter(({ likeness }) => likeness >= LIKENESS)
    .sort((a, b) => b.likeness - a.likeness || a.candidate.title.localeCompare(b.candidate.title, 'en'))
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** Dice's coefficient: how many of both texts' pairs of letters they have in common, from 0 to 1. */
function likeness(a: string, b: string) {
  const [left, right] = [pairs(a), pairs(b)]
  const both = [...left].filter((pair) => right.has(pair)).length
  return (2 * both) / (left.size + right.size)
}

function pairs(text: string) {
  const letters = [...` ${text.toLowerCase()} `]
  return new Set(letters.slice(1).map((letter, i) => letters[i]! + letter))
}
