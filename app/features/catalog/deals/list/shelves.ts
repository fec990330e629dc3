import type { ShownStatus } from '~/features/catalog/deals/deal'

/**
 * The kinds of deals in the order of "Open first", each newest first. Upcoming deals follow the open ones, because they
 * cannot be bought yet.
 */
export const SHELVES = ['open', 'upcoming', 'unconfirmed', 'ended'] as const
export type Shelf = (typeof SHELVES)[number]

/** How many deals of a list are on each shelf, up to the cap of its count. */
export type ShelfCounts = Record<Shelf, number>

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
