import { expect, test } from 'vitest'
import { isOpenStatus } from '~/features/catalog/deals/deal'
import { countCatalog } from '~/features/catalog/deals/open-deals.server'
import { addDays, utcToday } from '~/http/utc-day'
import { loader as dealList } from '~/routes/deals._index/route'
import { loader as dealPage } from '~/routes/deals.$slug/route'
import { loader as jsonFeed } from '~/routes/deals[.]json'
import { loader as rssFeed } from '~/routes/deals[.]rss'
import { makeDeal } from '../factories'
import { answer, requestAs } from '../requests'

const day = (offset: number) => addDays(utcToday(), offset)

const OFFERS = (['ACTIVE', 'ENDING_SOON', 'UPCOMING'] as const).flatMap((status) =>
  [-61, -60, 5].flatMap((start) =>
    [null, -1, 30].flatMap((end) =>
      end !== null && end < start ? [] : [null, -181, -180].map((confirmed) => ({ status, start, end, confirmed })),
    ),
  ),
)
type Offer = (typeof OFFERS)[number]

/** The rule in days from today. */
function isOpen({ start, end, confirmed }: Offer) {
  if (start > 0) return false
  if (end !== null) return end >= 0
  return confirmed === null ? start >= -60 : confirmed >= -180
}

const titleOf = (offer: Offer) => Object.values(offer).join(' ')
const at = async (path: string, slug = '') => ({ request: await requestAs(null, path), params: { slug }, context: {} })

/** Every page of a list or feed, until one is empty. */
async function everyPage<Item>(read: (page: number) => Promise<readonly Item[]>) {
  const items: Item[] = []
  for (let page = 1; ; page++) {
    const found = await read(page)
    items.push(...found)
    if (found.length === 0) return items
  }
}

const listPage = (query: string) => async (page: number) => {
  // The first page has no number, and the list redirects from pages that it does not have.
  const path = `/deals?${query}${page > 1 ? `&page=${page}` : ''}`
  const answered = await answer(dealList(await at(path)))
  return 'deals' in answered ? answered.deals.map(({ title, shown_status }) => ({ title, shown_status })) : []
}

test('no page, feed or structured data calls an offer open that is neither confirmed nor new', async () => {
  const deals = new Map<string, Offer>()
  for (const offer of OFFERS) {
    const { slug } = await makeDeal({
      title: titleOf(offer),
      deal_price: '59.00',
      status: offer.status,
      start_date: day(offer.start),
      end_date: offer.end === null ? null : day(offer.end),
      found_on: offer.confirmed === null ? null : day(offer.confirmed),
    })
    deals.set(slug, offer)
  }
  const open = OFFERS.filter(isOpen).map(titleOf).sort()
  expect(open.length).toBeGreaterThan(0)
  expect(open.length).toBeLessThan(OFFERS.length)

  const listed = await everyPage(listPage('view=list'))
  expect(listed).toHaveLength(OFFERS.length)
  expect(
    listed
      .filter((deal) => isOpenStatus(deal.shown_status))
      .map(({ title }) => title)
      .sort(),
  ).toEqual(open)
  const openNow = await everyPage(listPage('open=1'))
  expect(openNow.map(({ title }) => title).sort()).toEqual(open)
  expect(await countCatalog()).toMatchObject({ deals: open.length })

  const entries = await everyPage(async (page) => {
    const feed = await jsonFeed(await at(`/deals.json?page=${page}`))
    return (await feed.json()).items as { title: string; _facts: { status: never } }[]
  })
  expect(entries).toHaveLength(OFFERS.length)
  const openEntries = entries.filter(({ _facts }) => isOpenStatus(_facts.status))
  expect(openEntries.map(({ title }) => title.replace(': $59.00', '')).sort()).toEqual(open)
  const rss = await (await rssFeed(await at('/deals.rss?status=UNCONFIRMED'))).text()
  expect(rss).toContain('Not confirmed')
  expect(rss).not.toMatch(/(Active|Ending Soon), /)

  for (const [slug, offer] of deals) {
    const { deal, structured } = await dealPage(await at(`/deals/${slug}`, slug))
    const { availability } = (structured[0] as { offers: { availability: string } }).offers
    expect(isOpenStatus(deal.shown_status), deal.title).toBe(isOpen(offer))
    if (!isOpen(offer)) expect(availability, deal.title).toBe('https://schema.org/OutOfStock')
  }
})
