/** Rows that reference a row and prevent its deletion: "12 deals" and the list of them, if the person can open it. */
export type Dependents = { count: number; label: string; to?: string }

/** "12 deals and 2 subcategories belong here"; empty when nothing does. */
export function describeDependents(items: Dependents[]) {
  if (items.length === 0) return ''
  return `${items.map(({ label }) => label).join(' and ')} ${dependentsVerb(items)} here`
}

export function dependentsVerb(items: Dependents[]) {
  return items.length === 1 && items[0]!.count === 1 ? 'belongs' : 'belong'
}
