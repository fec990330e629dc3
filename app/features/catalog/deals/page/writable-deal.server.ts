import { notFound } from '~/http/responses.server'
import { findMovedDeal, findPublishedDealTitle } from './deal-page.server'

type WritableDeal = NonNullable<Awaited<ReturnType<typeof findPublishedDealTitle>>>

/** The published deal at this slug, or the one that has it as a former slug: its page may still be open. */
export async function findWritableDeal(slug: string): Promise<WritableDeal | undefined> {
  const deal = await findPublishedDealTitle(slug)
  if (deal) return deal
  const moved = await findMovedDeal(slug)
  return moved && moved !== 'gone' ? findPublishedDealTitle(moved.slug) : undefined
}

/**
 * Writes to the deal at this slug. If that throws a 404 because the deal was merged after the lookup, writes to the one
 * that stays.
 */
export async function writeToDeal<Answer>(slug: string, write: (deal: WritableDeal) => Promise<Answer>) {
  const deal = await findWritableDeal(slug)
  if (!deal) throw notFound('Deal')
  try {
    return await write(deal)
  } catch (thrown) {
    if (!(thrown instanceof Response) || thrown.status !== 404) throw thrown
    const other = await findWritableDeal(slug)
    if (!other || other.id === deal.id) throw thrown
    return write(other)
  }
}
