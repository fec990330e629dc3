import { availabilityDate } from '~/features/catalog/deals/availability-date'
import { DEAL_STATUS_LABELS } from '~/features/catalog/deals/deal'
import { type OverTime, shownLate, shownOwners } from '~/features/contributions/reviews/over-time'
import { formatDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'
import type { ComparedDeal } from './compared-deals.server'
import type { FactCell } from './facts'

type Rated = { count: number; average: number }

const TOO_FEW: FactCell = { text: 'Too few answers', isUnknown: true }

export function statusCell(deal: ComparedDeal, today: string): FactCell {
  const shown = availabilityDate(deal, today)
  return {
    text: DEAL_STATUS_LABELS[deal.shown_status],
    note: shown && `${shown.word} ${shown.date === today ? 'today' : formatDate(shown.date)}`,
    status: deal.shown_status,
  }
}

export function checkedCell({ checked_at, imported_at }: Pick<ComparedDeal, 'checked_at' | 'imported_at'>): FactCell {
  if (checked_at) return { text: formatDate(checked_at) }
  return { text: imported_at ? 'Imported, not checked yet' : 'Not checked yet', isUnknown: true }
}

export function ratingCell({
  rating_average,
  review_count,
}: Pick<ComparedDeal, 'rating_average' | 'review_count'>): FactCell {
  if (review_count === 0 || rating_average === null) return { text: 'No reviews yet', isUnknown: true }
  const average = Number(rating_average)
  return { text: average.toFixed(1), note: pluralize(review_count, 'review'), stars: average }
}

export function lateRatingCell(year: { rated: Rated }): FactCell {
  const late = shownLate(year)
  return late ? { text: late.average.toFixed(1), note: pluralize(late.count, 'rating') } : TOO_FEW
}

export function ownersCell(year: Pick<OverTime, 'owners'>): FactCell {
  const owners = shownOwners(year)
  return owners ? { text: `${owners.using} of ${owners.all} owners` } : TOO_FEW
}

export function changesCell(changes: { count: number; latest: Date } | undefined): FactCell {
  return changes ? { text: String(changes.count), note: formatDate(changes.latest) } : { text: '0' }
}
