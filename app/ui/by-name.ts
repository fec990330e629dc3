const collator = new Intl.Collator('en', { numeric: true })

/** Sorts names as people read them, whatever their case and accents: "iOS Apps" between "Investing" and "Learning". */
export function byName(a: { name: string }, b: { name: string }) {
  return collator.compare(a.name, b.name)
}
