import type { ShownStatus } from '~/features/catalog/deals/deal'

/**
 * The kinds of deals in the order of "Open first", each newest first. Upcoming deals follow the open ones, because they
 * cannot be bought yet.
 */
export const SHELVES = ['open', 'upcoming', 'unconfirmed', 'ended'] as const
export type Shelf = (typeof SHELVES)[number]

/** How many deals of a list are on each shelf; empty where there are too many to count. */
export type ShelfCounts = Partial<Record<Shelf, number>>

export function shelfOf(status: ShownStatus): Shelf {
  switch (status) {
    case 'ACTIVE':
    case 'ENDING_SOON':
      return 'open'
    case 'UPCOMING':
      return 'upcoming'
    case 'UNCONFIRMED':
      return 'unconfirmed'
    case 'EXPIRED':
      return 'ended'
  }
}

/** The heads of the shelves after the open deals, which begin a list without one. */
export const SHELF_LABELS: Record<Exclude<Shelf, 'open'>, string> = {
  upcoming: 'Upcoming',
  unconfirmed: 'Not confirmed',
  ended: 'Ended',
}

/** The shelf whose head stands before this deal: where the shelf begins, or a page inside it. */
export function shelfStartingAt(deals: { shown_status: ShownStatus }[], index: number) {
  const shelf = shelfOf(deals[index]!.shown_status)
  if (shelf === 'open' || (index > 0 && shelfOf(deals[index - 1]!.shown_status) === shelf)) return undefined
  return shelf
}
