import { INTENT } from '@conform-to/dom'

// A field's name is a path such as `pros_cons[3].text`, from which the form parser builds lists and objects. Later steps
// take time for each list entry, also for empty ones, so indexes and lengths are limited here.

/** The longest form has a few hundred fields, names of up to 25 characters and lists of up to 100 entries. */
export const FIELDS_MAX = 1_000
const NAME_MAX = 100
const LEVELS_MAX = 5
export const INDEX_MAX = 200
/** Total length of all lists of a form. */
const ENTRIES_MAX = 1_000

const KEY = '[^.[\\]\\p{Cc}]+'
const NAME = new RegExp(`^${KEY}(?:\\.${KEY}|\\[\\d{1,3}\\]){0,${LEVELS_MAX - 1}}(?:\\[\\])?$`, 'u')
const SEGMENT = /\.?[^.[\]]+|\[\d*\]/g

type Kind = 'value' | 'list' | 'object'

/**
 * Whether a form with these names is safe and cheap to parse: no long or deep paths, no names of Object.prototype
 * (`constructor`, `toString`), no reserved names, and no path with two types.
 */
export function areSafeNames(names: Iterable<string>): boolean {
  const kinds = new Map<string, Kind>()
  const lengths = new Map<string, number>()
  let entries = 0

  for (const name of new Set(names)) {
    if (name === INTENT) continue
    if (name.length > NAME_MAX || !NAME.test(name)) return false
    const segments = name.match(SEGMENT)!
    if (segments.length > LEVELS_MAX) return false
    let path = ''
    for (const [level, segment] of segments.entries()) {
      if (segment.startsWith('[')) {
        const before = lengths.get(path) ?? 0
        const index = segment === '[]' ? before : Number(segment.slice(1, -1))
        if (index > INDEX_MAX) return false
        lengths.set(path, Math.max(before, index + 1))
        entries += Math.max(0, index + 1 - before)
        path += `[${index}]`
      } else {
        if (!isPlainKey(segment.replace('.', ''))) return false
        path += segment
      }
      const kind = kindOf(segments[level + 1])
      if ((kinds.get(path) ?? kind) !== kind) return false
      kinds.set(path, kind)
    }
    if (entries > ENTRIES_MAX) return false
  }
  return true
}

function isPlainKey(key: string) {
  return !key.startsWith('__') && key !== 'prototype' && !(key in Object.prototype)
}

function kindOf(next: string | undefined): Kind {
  if (next === undefined) return 'value'
  return next.startsWith('[') ? 'list' : 'object'
}
