/** The parts of a placeholder image: palette, waves, rosette and initials. */
export type Placeholder = { palette: number; wave: number; rosette: number; initials: string }

/** Deterministic by slug. */
export function placeholderOf(slug: string, title: string): Placeholder {
  const hash = hashOf(slug)
  return { palette: hash % 6, wave: (hash >>> 8) % 4, rosette: (hash >>> 16) % 8, initials: initialsOf(title) }
}

/** FNV-1a with a final mix, so that slugs that differ by one letter look different. */
function hashOf(text: string) {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** "Moorline CRM" is MC, "Gridmarten" is Gr. */
export function initialsOf(title: string) {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? ['?']
  const [first = '?', second] = words.map((word) => [...word])
  if (second) return (first[0]! + second[0]!).toUpperCase()
  return first[0]!.toUpperCase() + (first[1] ?? '').toLowerCase()
}
