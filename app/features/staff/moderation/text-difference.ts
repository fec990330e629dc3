/** A run of words that both texts have, or only one of them. */
export type TextPart = { text: string; change?: 'added' | 'removed' }

export type ReviewDifference = {
  /** Null while both have the same. */
  rating: { before: number; after: number } | null
  title: TextPart[]
  body: TextPart[]
}
