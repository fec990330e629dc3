/** Something that stands on a row, so that the row cannot be deleted: "12 deals", and where they are. */
export type Hanging = { count: number; words: string; to: string }

/** "12 deals and 2 subcategories are filed here"; empty when nothing is. */
export function sayHanging(items: Hanging[]) {
  if (items.length === 0) return ''
  return `${items.map(({ words }) => words).join(' and ')} ${hangingVerb(items)} filed here`
}

export function hangingVerb(items: Hanging[]) {
  return items.length === 1 && items[0]!.count === 1 ? 'is' : 'are'
}
