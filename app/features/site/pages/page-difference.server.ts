import { diffArrays } from 'diff'
import { pluralize } from '~/ui/pluralize'

/** `at` is the number of the line among those of both texts. */
export type DiffLine = { at: number; text: string; change?: 'added' | 'removed' }

/** Texts with more changes than this have nothing in common that helps to read them. */
const MAX_CHANGES = 600

/** The lines that only one of two texts has, each with its unchanged neighbors. */
export function compareLines(before: string, after: string): DiffLine[] {
  const [old, current] = [before.split('\n'), after.split('\n')]
  const parts = diffArrays(old, current, { maxEditLength: MAX_CHANGES }) ?? [
    { value: old, added: false, removed: true },
    { value: current, added: true, removed: false },
  ]
  const lines = parts
    .flatMap(({ value, added, removed }) => value.map((text) => ({ text, added, removed })))
    .map(({ text, added, removed }, at): DiffLine => {
      return { at, text, ...((added || removed) && { change: added ? 'added' : 'removed' }) }
    })
  const isChanged = (index: number) => lines[index]?.change !== undefined
  return lines.filter(
    ({ text }, index) => isChanged(index) || (text !== '' && (isChanged(index - 1) || isChanged(index + 1))),
  )
}

/** "1 line changed, 2 lines added" */
export function describeDifference(lines: DiffLine[]) {
  const count = (change: DiffLine['change']) => lines.filter((line) => line.change === change).length
  const [added, removed] = [count('added'), count('removed')]
  const changed = Math.min(added, removed)
  const counts = { changed, added: added - changed, removed: removed - changed }
  const parts = Object.entries(counts).flatMap(([verb, lines]) =>
    lines > 0 ? `${pluralize(lines, 'line')} ${verb}` : [],
  )
  return parts.join(', ') || 'Unchanged'
}
