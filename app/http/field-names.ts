// A field's name is a path such as `pros_cons[3].text`, out of which the form parser builds lists and objects.
// Everything that walks them afterwards takes as long as a list is, whether or not there is anything in it.

/** Our longest form has a few hundred fields, its longest name 25 characters and its longest list 100 entries. */
export const FIELDS_MAX = 1_000
const NAME_MAX = 100
const LEVELS_MAX = 5
export const INDEX_MAX = 200
/** The lengths of all lists of a form together: a thousand short lists take as long as one long list. */
const ENTRIES_MAX = 1_000

/** The form parser's own field, with the change that a button makes to a list. */
export const INTENT = '__intent__'

const KEY = '[^.[\\]\\p{Cc}]+'
const NAME = new RegExp(`^${KEY}(?:\\.${KEY}|\\[\\d{1,3}\\]){0,${LEVELS_MAX - 1}}(?:\\[\\])?$`, 'u')
const SEGMENT = /\.?[^.[\]]+|\[\d*\]/g

type Kind = 'value' | 'list' | 'object'

/**
 * Whether a form with these names can be parsed cheaply and to what it says: no long or deep paths, no names that every
 * object has already (`constructor`, `toString`), no reserved ones, and no path that is a list here and a text there.
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
