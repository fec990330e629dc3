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

/** Deals in their order, divided where the shelf changes. */
export function groupByShelf<D extends { shown_status: ShownStatus }>(deals: D[]) {
  const groups: { shelf: Shelf; deals: [D, ...D[]] }[] = []
  for (const deal of deals) {
    const shelf = shelfOf(deal.shown_status)
    const last = groups.at(-1)
    if (last?.shelf === shelf) last.deals.push(deal)
    else groups.push({ shelf, deals: [deal] })
  }
  return groups
}

/** "Ended 352": the head of a shelf and its number of deals, for a list in the order of its shelves. */
export function shelfHead(shelf: Shelf, shelves: ShelfCounts | undefined) {
  if (!shelves || shelf === 'open') return undefined
  return { label: SHELF_LABELS[shelf], count: shelves[shelf]?.toLocaleString('en-US') }
}
