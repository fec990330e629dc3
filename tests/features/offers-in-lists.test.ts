import { describe, expect, test } from 'vitest'
import { makeDeal } from '#tests/factories'
import { db } from '~/db/database.server'
import { readDealFeed } from '~/features/audience/feeds/deal-feed.server'
import { DEAL_SORTS, DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-filters'
import { listDeals } from '~/features/catalog/deals/list/find-deals.server'
import { listRelatedDeals } from '~/features/catalog/deals/page/deal-page.server'

const COUNTED = { countsOffers: true }
const idsOf = (deals: { id: string }[]) => deals.map((deal) => deal.id).sort()

describe('offers of one product', () => {
  async function makeRounds() {
    const open = await makeDeal({ title: 'Quillstack', start_date: '2026-01-01', deal_price: '59.00' })
    const { product_id } = open
    const ended = (year: number) =>
      makeDeal({ title: 'Quillstack', product_id, start_date: `${year}-11-01`, end_date: `${year}-12-01` })
    const rounds = [await ended(2024), await ended(2025)]
    await makeDeal({ title: 'Quillstack', product_id, published: false })
    return { open, rounds, alone: await makeDeal({ title: 'Inkwell' }) }
  }

  test.each(DEAL_SORTS)('are one card with the number of the others, or all of them, sorted by %s', async (sort) => {
    const { open, rounds, alone } = await makeRounds()
    // Only a text search has best matches.
    const q = sort === 'best' ? 'northpane' : ''
    const current = await listDeals({ ...DEFAULT_SEARCH, sort, q }, COUNTED)
    expect(current).toMatchObject({ count: 2, offers: 4, pages: 1 })
    expect(idsOf(current.deals)).toEqual(idsOf([open, alone]))
    const cardOf = ({ id }: { id: string }) => current.deals.find((deal) => deal.id === id)
    expect(cardOf(open)).toMatchObject({ other_offers: 2, others_ended: true })
    expect(cardOf(alone)).toMatchObject({ other_offers: 0 })

    const all = await listDeals({ ...DEFAULT_SEARCH, sort, q, offers: 'all' }, COUNTED)
    expect(all).toMatchObject({ count: 4, offers: undefined })
    expect(idsOf(all.deals)).toEqual(idsOf([open, alone, ...rounds]))
  })

  test('a search whose words only an earlier offer has finds nothing, and says how many offers match', async () => {
    const { rounds } = await makeRounds()
    await db.updateTable('deals').set({ summary: 'With a telescope' }).where('id', '=', rounds[0]!.id).execute()
    const search = { ...DEFAULT_SEARCH, q: 'telescope', sort: 'best' as const }
    expect(await listDeals(search, COUNTED)).toMatchObject({ count: 0, offers: 1 })
    expect(idsOf((await listDeals({ ...search, offers: 'all' })).deals)).toEqual([rounds[0]!.id])
  })

  test('are not related to each other, and only the current one is related to others', async () => {
    const { open, alone } = await makeRounds()
    await db.updateTable('deals').set({ category_id: open.category_id }).execute()
    expect(idsOf(await listRelatedDeals(open))).toEqual([alone.id])
    expect(idsOf(await listRelatedDeals({ ...alone, category_id: open.category_id }))).toEqual([open.id])
  })

  test.each([
    {},
    { status: 'ACTIVE' },
    { open: '1' },
    { priced: '1' },
    { minPrice: '50' },
    { tag: 'HOT' },
    { q: 'quill' },
  ] as const)('are counted as a plain count of the rows says, filtered by %j', async (filter) => {
    const { open } = await makeRounds()
    await db
      .updateTable('deals')
      .set({ tags: ['HOT'] })
      .where('product_id', '=', open.product_id)
      .execute()
    const all = await listDeals({ ...DEFAULT_SEARCH, ...filter, offers: 'all' }, COUNTED)
    const current = await listDeals({ ...DEFAULT_SEARCH, ...filter }, COUNTED)
    const rows = await db.selectFrom('deals').select('id').where('is_current', '=', true).execute()
    const currentIds = new Set(rows.map(({ id }) => id))
    expect(current.offers).toBe(all.count)
    expect(idsOf(current.deals)).toEqual(idsOf(all.deals.filter(({ id }) => currentIds.has(id))))
  })

  test('feeds have the current one, or every one on request', async () => {
    const { open, rounds, alone } = await makeRounds()
    const pathsOf = async (offers: '' | 'all') =>
      (await readDealFeed({ ...DEFAULT_SEARCH, offers }, 'rss')).entries.map(({ url }) => url).sort()
    const paths = (deals: { slug: string }[]) => deals.map(({ slug }) => `http://localhost:3000/deals/${slug}`).sort()
    expect(await pathsOf('')).toEqual(paths([open, alone]))
    expect(await pathsOf('all')).toEqual(paths([open, alone, ...rounds]))
  })
})
