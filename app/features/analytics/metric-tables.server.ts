import {
  findPeriod,
  listClickDays,
  listDealClicks,
  listGroupClicks,
  listReferrerClicks,
  type Period,
} from './click-metrics.server'
import { listEmptySearches } from './empty-searches.server'
import type { MetricTable, Range } from './range'

/** A file holds more than the page shows, and no more than a spreadsheet opens with ease. */
const MOST_LINES = 10_000

type Cells = (string | number)[]
const groups = (rows: { name: string; slug: string; clicks: number }[]) =>
  rows.map(({ name, slug, clicks }): Cells => [name, slug, clicks])

const TABLES: Record<MetricTable, { columns: string[]; list: (period: Period) => Promise<Cells[]> }> = {
  days: {
    columns: ['day', 'clicks', 'visitors'],
    list: async (period) => (await listClickDays(period)).map(({ day, clicks, visitors }) => [day, clicks, visitors]),
  },
  deals: {
    columns: ['title', 'slug', 'clicks', 'saves', 'reviews'],
    list: async (period) =>
      (await listDealClicks(period, MOST_LINES)).map((deal) => [
        deal.title,
        deal.slug,
        deal.clicks,
        deal.saves,
        deal.reviews,
      ]),
  },
  categories: {
    columns: ['category', 'slug', 'clicks'],
    list: async (period) => groups((await listGroupClicks(period, MOST_LINES)).categories),
  },
  platforms: {
    columns: ['platform', 'slug', 'clicks'],
    list: async (period) => groups((await listGroupClicks(period, MOST_LINES)).platforms),
  },
  referrers: {
    columns: ['referrer', 'clicks'],
    list: async (period) =>
      (await listReferrerClicks(period, MOST_LINES)).map(({ referrer, clicks }) => [referrer, clicks]),
  },
  searches: {
    columns: ['term', 'searches'],
    list: async ({ range, today }) =>
      (await listEmptySearches(range, today, MOST_LINES)).map(({ term, searches }) => [term, searches]),
  },
}

/** A table of the analytics page as rows of text, its head first. */
export async function listTable(table: MetricTable, range: Range): Promise<string[][]> {
  const { columns, list } = TABLES[table]
  return [columns, ...(await list(await findPeriod(range))).map((cells) => cells.map(String))]
}
