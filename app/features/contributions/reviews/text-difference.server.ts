import { diffArrays } from 'diff'
import type { DescribedReview } from '~/features/contributions/kinds/item-description'

/** A run of words that both texts have, or only one of them. */
export type TextPart = { text: string; change?: 'added' | 'removed' }

export type ReviewDifference = {
  /** Null while both have the same. */
  rating: { before: number; after: number } | null
  title: TextPart[]
  body: TextPart[]
}

/** Words of any script, white space, and everything else sign by sign. */
const TOKENS = /[\p{L}\p{M}\p{N}_]+|\s+|./gsu

/** Texts with more changes than this have nothing in common that helps to read them. */
const MAX_CHANGES = 600

export function compareReviews(before: DescribedReview, after: DescribedReview): ReviewDifference {
  return {
    rating: before.rating === after.rating ? null : { before: before.rating, after: after.rating },
    title: compareTexts(before.title, after.title),
    body: compareTexts(before.body, after.body),
  }
}

/** Word by word: without what is added the parts are the text before, and without what is removed the text after. */
export function compareTexts(before: string, after: string): TextPart[] {
  const found = diffArrays(before.match(TOKENS) ?? [], after.match(TOKENS) ?? [], { maxEditLength: MAX_CHANGES })
  const parts = found?.map(({ value, added, removed }) => ({ text: value.join(''), added, removed })) ?? [
    { text: before, added: false, removed: true },
    { text: after, added: true, removed: false },
  ]
  return parts
    .filter(({ text }) => text !== '')
    .map(({ text, added, removed }) => ({ text, ...((added || removed) && { change: added ? 'added' : 'removed' }) }))
}
