import {
  type ClickPeriod,
  listClickDays,
  listDealClicks,
  listGroupClicks,
  listLinkClicks,
  listReferrerClicks,
  periodOf,
} from './click-metrics.server'
import type { DayRange, MetricTable } from './range'

/** More rows than the page shows, but no more than a spreadsheet opens easily. */
const MAX_ROWS = 10_000

type Cells = (string | number)[]
const toCells = (rows: { name: string; slug: string; clicks: number }[]) =>
  rows.map(({ name, slug, clicks }): Cells => [name, slug, clicks])

const TABLES: Record<MetricTable, { columns: string[]; list: (period: ClickPeriod) => Promise<Cells[]> }> = {
  days: {
    columns: ['day', 'clicks', 'visitors'],
    list: async (period) => (await listClickDays(period)).map(({ day, clicks, visitors }) => [day, clicks, visitors]),
  },
  deals: {
    columns: ['title', 'slug', 'clicks', 'saves', 'reviews'],
    list: async (period) =>
      (await listDealClicks(period, MAX_ROWS)).map((deal) => [
        deal.title,
        deal.slug,
        deal.clicks,
        deal.saves,
        deal.reviews,
      ]),
  },
  categories: {
    columns: ['category', 'slug', 'clicks'],
    list: async (period) => toCells((await listGroupClicks(period, MAX_ROWS)).categories),
  },
  platforms: {
    columns: ['platform', 'slug', 'clicks'],
    list: async (period) => toCells((await listGroupClicks(period, MAX_ROWS)).platforms),
  },
  programs: {
    columns: ['program', 'clicks'],
    list: async (period) => (await listLinkClicks(period, MAX_ROWS)).map(({ name, clicks }) => [name, clicks]),
  },
  referrers: {
    columns: ['referrer', 'clicks'],
    list: async (period) =>
      (await listReferrerClicks(period, MAX_ROWS)).map(({ referrer, clicks }) => [referrer, clicks]),
  },
}

/** A table of the analytics page with its column names, up to 10,000 rows. */
export async function listTable(table: MetricTable, range: DayRange) {
  const { columns, list } = TABLES[table]
  return { columns, rows: await list(periodOf(range)) }
}
