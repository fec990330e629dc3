import { shorten } from '~/ui/shorten'

export type Fields = Record<string, string | number | null>

const EMPTY = '(empty)'
/** Longer values are cut: an entry of the log is not a copy of the row. */
const SHOWN = 200

/** The fields that differ between two states of a row, each as "before → after". */
export function changedFields(before: Fields, after: Fields): Record<string, string> {
  const names = Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null))
  return Object.fromEntries(names.map((name) => [name, `${show(before[name])} → ${show(after[name])}`]))
}

/** The stored values of fields that differ, as text: `Name is “Design”, Slug is (empty)`. */
export function describeDifferences(stored: Fields, other: Fields) {
  return Object.keys(changedFields(stored, other))
    .map((name) => `${name.replaceAll('_', ' ')} is ${(stored[name] ?? '') === '' ? EMPTY : `“${show(stored[name])}”`}`)
    .join(', ')
}

function show(value: Fields[string] | undefined) {
  return shorten(String(value ?? ''), SHOWN) || EMPTY
}
