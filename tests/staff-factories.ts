import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { db } from '~/db/database.server'
import type { ClickEvents, DealAlerts, DealRedirects, Decisions, Imports, SeoMetadata } from '~/db/schema'
import type { AlertKind } from '~/features/contributions/availability/alert'
import { makeDeal, makeReview, makeReviewReport } from './factories'

// Rows that the staff or the site itself write; those of members and of the catalog are in factories.ts.

/** A former address of a deal. */
export async function makeDealRedirect(given: Insertable<DealRedirects>) {
  return db.insertInto('deal_redirects').values(given).returningAll().executeTakeFirstOrThrow()
}

/** Makes the titles of two products equal, so that they are suggested as one. */
export async function makeSuggestion(one: string, other: string) {
  await db.updateTable('deals').set({ title_key: one }).where('product_id', 'in', [one, other]).execute()
}

export async function makeClicks(count: number, given: Insertable<ClickEvents>) {
  await db
    .insertInto('click_events')
    .values(Array.from({ length: count }, () => given))
    .execute()
}

export async function makeSeoEntry(given: Insertable<SeoMetadata>) {
  const values = { meta_title: 'Bought once', ...given }
  return db.insertInto('seo_metadata').values(values).returningAll().executeTakeFirstOrThrow()
}

/** An authenticator app as if it had been set up. It accepts no code. */
export async function makeAuthenticator(user_id: string) {
  const values = { user_id, sealed_secret: Buffer.alloc(48), confirmed_at: new Date() }
  return db.insertInto('authenticators').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A page of a vendor whose link is checked. */
export async function makeLinkCheck(deal_id: string, url: string) {
  const values = { deal_id, url, host: new URL(url).host }
  return db.insertInto('link_checks').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function makeImport(given: Partial<Insertable<Imports>> = {}) {
  const values = { file_name: 'deals.csv', status: 'DONE' as const, ...given }
  return db.insertInto('imports').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A decision in the record of the staff, by default the approval of a review an hour after it was sent. */
export async function makeDecision(given: Partial<Insertable<Decisions>> = {}) {
  const values = {
    kind: 'review',
    subject_id: randomUUID(),
    decision: 'APPROVED' as const,
    waiting_since: new Date(Date.now() - 3_600_000),
    ...given,
  }
  return db.insertInto('decisions').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A public review that three readers report. */
export async function makeReviewAlert({
  review,
  ...given
}: {
  review?: { id: string; deal_id: string }
  author_id?: string
  created_at?: Date
} = {}) {
  const { id: review_id, deal_id } = review ?? (await makeReview({ status: 'APPROVED' }))
  for (let n = 0; n < 3; n++) await makeReviewReport({ review_id, deal_id })
  return db
    .updateTable('review_alerts')
    .set({ status: 'PENDING', waiting_since: given.created_at, ...given })
    .where('review_id', '=', review_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function makeDealAlert({ details, ...given }: Partial<Insertable<DealAlerts>> & { kind: AlertKind }) {
  const deal_id = given.deal_id ?? (await makeDeal()).id
  const values = {
    waiting_since: given.created_at,
    ...given,
    deal_id,
    details: JSON.stringify(details ?? ALERT_DETAILS[given.kind]),
  }
  return db.insertInto('deal_alerts').values(values).returningAll().executeTakeFirstOrThrow()
}

const PAGE = 'https://vendor.example/lifetime'
const ALERT_DETAILS = {
  ENDED_REPORTS: {},
  REOPENED_REPORTS: {},
  BROKEN_LINK: { url: PAGE, failedOn: ['2026-11-18', '2026-11-20', '2026-11-21'], reason: '404' },
  PAGE_DIFFERENCE: {
    url: PAGE,
    found: { price: '69.00', currency: 'USD', availability: 'AVAILABLE', source: 'JSON-LD' },
    recorded: { price: null, currency: 'USD' },
    foundSince: '2026-11-14T09:00:00.000Z',
    foundAgain: '2026-11-21T09:00:00.000Z',
  },
}
