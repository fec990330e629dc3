import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { follow } from '~/features/audience/following/follows.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { loader } from '~/routes/account_.download'
import {
  makeAvailabilityReport,
  makeBookmark,
  makeChangeLog,
  makeComment,
  makeContactMessage,
  makeDeal,
  makeFollowUp,
  makeNotification,
  makePassword,
  makeProfile,
  makeProof,
  makePurchase,
  makeQuestion,
  makeReview,
  makeReviewReport,
  makeReviewVersion,
  makeSuggestion,
} from '../factories'
import { requestAs } from '../requests'
import { makeAuthenticator, makeClicks, makeImport } from '../staff-factories'

// A person's download contains what is stored about them and about nobody else. Deleting the account deletes it.

type Own = {
  /** Inserts rows of the person. */
  make(user_id: string, deal: { id: string; vendor_id: string }): Promise<unknown>
  /** The part of the download with these rows; null for credentials, which it never contains. */
  told: object | null
  /** How many rows stay, without a name, after the account is deleted. */
  left?: number
}

const STATUSES = ['APPROVED', 'PENDING', 'REJECTED'] as const
/** One contribution of each status; only what was published stays. */
const ofEach = (make: (status: (typeof STATUSES)[number]) => Promise<unknown>) => Promise.all(STATUSES.map(make))
const words = (member: string) => STATUSES.map((status) => ({ [member]: `Said ${status}`, status }))
const inAnyOrder = (rows: object[]) =>
  expect.toSatisfy((found: object[]) => {
    expect(found).toHaveLength(rows.length)
    expect(found).toEqual(expect.arrayContaining(rows.map((row) => expect.objectContaining(row))))
    return true
  })
const approvedReview = (user_id: string) => makeReview({ user_id, status: 'APPROVED', title: 'Worth it' })
const insert = (table: string, values: Record<string, unknown>) =>
  sql`insert into ${sql.table(table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(values))})`.execute(db)
const hash = () => randomBytes(32)
const soon = () => new Date(Date.now() + 3_600_000)

const PRICE_REPORT = {
  kind: 'PRICE',
  old_value: '$49.00',
  new_value: '$59.00',
  effective_on: '2026-02-28',
  source_url: 'https://vendor.example/plans',
  affects_owners: 'NO',
} as const

const OWN: Record<string, Own> = {
  'audit_log.actor_id': {
    make: (actor) =>
      recordAudit({ actor, action: 'deal.updated', entity: 'deal', id: null, detail: { price: '1 → 2' } }),
    told: { auditEntries: [{ action: 'deal.updated', done_by_you: true, detail: { price: '1 → 2' } }] },
    // With the entry about the deletion.
    left: 2,
  },
  'authenticators.user_id': {
    make: makeAuthenticator,
    told: { authenticator: [{ confirmed_at: expect.any(String) }] },
  },
  'availability_reports.user_id': {
    make: (user_id, { id: deal_id }) => makeAvailabilityReport({ user_id, deal_id }),
    told: { availabilityReports: [{ slug: 'quillstack', has_ended: true, status: 'PENDING' }] },
  },
  'bookmarks.user_id': {
    make: (user_id, { id: deal_id }) => makeBookmark({ user_id, deal_id, tells_ended: false, target_price: '49.00' }),
    told: { bookmarks: [{ deal: 'Quillstack', tells_price: true, tells_ended: false, target_price: 49 }] },
  },
  'change_logs.reported_by_user_id': {
    make: (reported_by_user_id) =>
      ofEach((status) => makeChangeLog({ ...PRICE_REPORT, reported_by_user_id, status, title: `Said ${status}` })),
    told: {
      changeReports: inAnyOrder(words('title').map((report) => ({ ...report, ...PRICE_REPORT }))),
    },
    left: 1,
  },
  'click_events.user_id': {
    make: (user_id, { id: deal_id }) => makeClicks(1, { user_id, deal_id, referrer: 'https://news.example/' }),
    told: { clicks: [{ slug: 'quillstack', referrer: 'https://news.example/' }] },
    left: 1,
  },
  'comments.user_id': {
    make: (user_id) => ofEach((status) => makeComment({ user_id, status, body: `Said ${status}` })),
    told: { comments: inAnyOrder(words('body')) },
    left: 1,
  },
  'contact_messages.user_id': {
    make: (user_id) => makeContactMessage({ user_id, subject: 'A question' }),
    told: { contactMessages: [{ name: 'Pia', email: 'pia@visitor.example', subject: 'A question' }] },
  },
  'credentials.user_id': { make: (id) => makePassword(id, 'correct horse'), told: null },
  'deal_suggestions.user_id': {
    make: (user_id, { id: deal_id }) =>
      Promise.all([
        makeSuggestion({ user_id, title: 'Sunmark' }),
        makeSuggestion({ user_id, title: 'Wickboard', status: 'APPROVED', deal_id, moderated_at: new Date() }),
      ]),
    told: {
      suggestions: inAnyOrder([
        { title: 'Sunmark', status: 'PENDING' },
        { title: 'Wickboard', status: 'APPROVED', slug: 'quillstack' },
      ]),
    },
    left: 1,
  },
  'follow_up_questions.user_id': {
    make: async (user_id) => makeQuestion({ review: await approvedReview(user_id) }),
    told: { followUpQuestions: [{ months: 12, stopped_at: null }] },
  },
  'follow_ups.user_id': {
    make: async (user_id) => {
      const review = await approvedReview(user_id)
      const months = { APPROVED: 6, PENDING: 12, REJECTED: 24 }
      await ofEach((status) => makeFollowUp({ review, status, body: `Said ${status}`, months: months[status] }))
    },
    told: { followUps: inAnyOrder(words('body')) },
    left: 1,
  },
  'follows.user_id': {
    make: (user_id, { vendor_id }) => follow(user_id, 'vendor', vendor_id),
    told: { profile: { mail_rhythm: 'WEEKLY' }, follows: [{ vendor: 'Northpane', category: null }] },
  },
  'imports.user_id': {
    make: (user_id) => makeImport({ user_id, file_name: 'batch.csv' }),
    told: { imports: [{ file_name: 'batch.csv', status: 'DONE' }] },
    left: 1,
  },
  'karma_events.user_id': {
    make: (user_id) => insert('karma_events', { user_id, source: 'REVIEW', source_id: crypto.randomUUID(), amount: 3 }),
    told: { karma: [{ source: 'REVIEW', amount: 3 }] },
  },
  // Mails are made of notifications, which the download contains.
  // The last mail, which says that the account is deleted, is stored without it.
  'mails.user_id': {
    make: (user_id) => insert('mails', { user_id, kind: 'digest', cause: 'digest:1' }),
    told: null,
    left: 1,
  },
  'notifications.user_id': {
    make: (user_id) => makeNotification({ user_id }),
    told: { notifications: [{ kind: 'contribution_decided', data: { decision: 'APPROVED' }, read_at: null }] },
  },
  'purchase_proofs.user_id': {
    make: (user_id) => makeProof({ user_id }),
    told: { proofs: [{ content: Buffer.from('%PDF-1.7\n%%EOF').toString('base64') }] },
  },
  'purchases.user_id': {
    make: (user_id) => makePurchase({ user_id, paid: '59.00', currency: 'USD' }),
    told: { purchases: [{ bought_on: '2026-03-14', paid: 59, currency: 'USD' }] },
  },
  'recovery_codes.user_id': {
    make: (user_id) => insert('recovery_codes', { user_id, code_hash: hash() }),
    told: { recoveryCodes: [{ created_at: expect.any(String) }] },
  },
  'review_reports.user_id': {
    make: async (user_id, { id: deal_id }) => {
      const review = await makeReview({ deal_id, status: 'APPROVED', title: 'Not mine' })
      await makeReviewReport({ user_id, deal_id, review_id: review.id })
    },
    told: { reviewReports: [{ review: 'Not mine', reason: 'SPAM', text: null, settled_at: null }] },
  },
  'review_votes.user_id': {
    make: async (user_id) =>
      insert('review_votes', { user_id, review_id: (await makeReview({ status: 'APPROVED', title: 'Not mine' })).id }),
    told: { reviewVotes: [{ review: 'Not mine', deal: expect.any(String) }] },
  },
  'review_versions.user_id': {
    make: async (user_id) => {
      const review = await makeReview({ user_id, status: 'APPROVED', body: 'Said APPROVED' })
      for (const status of ['REJECTED', 'PENDING'] as const) {
        await makeReviewVersion({ review, status, body: `Said ${status}` })
      }
    },
    told: { reviews: inAnyOrder(words('body')) },
    left: 1,
  },
  'reviews.user_id': {
    make: (user_id) => ofEach((status) => makeReview({ user_id, status, body: `Said ${status}` })),
    told: { reviews: inAnyOrder(words('body')) },
    left: 1,
  },
  'saved_searches.user_id': {
    make: (user_id) => insert('saved_searches', { user_id, name: 'Open', query: 'open=1' }),
    told: { savedSearches: [{ name: 'Open', query: 'open=1' }] },
  },
  'sessions.user_id': {
    make: (user_id) => insert('sessions', { user_id, id_hash: hash(), expires_at: soon(), device: 'A phone' }),
    told: { sessions: expect.arrayContaining([expect.objectContaining({ device: 'A phone' })]) },
  },
  // Only of staff: what they have open.
  'claims.staff_id': {
    make: (staff_id) => insert('claims', { staff_id, kind: 'review', subject_id: crypto.randomUUID() }),
    told: null,
  },
  'sign_in_challenges.user_id': {
    make: (user_id) => insert('sign_in_challenges', { user_id, id_hash: hash() }),
    told: { unfinishedSignIns: [{ attempts: 0 }] },
  },
  'tokens.user_id': {
    make: (user_id) => insert('tokens', { user_id, token_hash: hash(), purpose: 'RESET', expires_at: soon() }),
    told: null,
  },
}

/** Columns that name the author of what another table has, and are written by triggers. */
const DERIVED = ['review_alerts.author_id']

async function listColumns() {
  const { rows } = await sql<{ name: string; is_set_null: boolean }>`
    select conrelid::regclass || '.' || attname as name,
      confdeltype = 'n' as is_set_null
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'profiles'::regclass`.execute(db)
  return rows
}

async function download(person: { id: string }) {
  const request = await requestAs(person, '/account/download')
  return (await loader({ request, params: {}, context: {} })).text()
}

let ada: { id: string }
let ben: { id: string }
let deal: Awaited<ReturnType<typeof makeDeal>>
beforeEach(async () => {
  ada = await makeProfile({ name: 'Ada', mail_rhythm: 'WEEKLY' })
  ben = await makeProfile({ name: 'Ben' })
  deal = await makeDeal({ title: 'Quillstack', slug: 'quillstack' })
})

test('every foreign key to profiles has an entry, or names staff and is set to null when the account is deleted', async () => {
  const columns = await listColumns()
  const others = columns.filter(({ name }) => !(name in OWN) && !DERIVED.includes(name))
  expect(others.filter(({ is_set_null }) => !is_set_null)).toEqual([])
  expect(
    others.filter(({ name }) => !/\.(moderated|decided|checked|entered|undone)_by$|^pages\.author_id$/.test(name)),
  ).toEqual([])
  expect(Object.keys(OWN).filter((name) => !columns.some((column) => column.name === name))).toEqual([])
})

test.each(Object.entries(OWN))(
  '%s is in the download of this person alone, and deleted with the account',
  async (column, own) => {
    const [table = '', name = ''] = column.split('.')
    const countOf = async (id: string | null) => {
      const { rows } = await sql<{ count: number }>`
      select count(*) from ${sql.table(table)} where ${sql.ref(name)} is not distinct from ${id}::uuid`.execute(db)
      return rows[0]!.count
    }
    await own.make(ada.id, deal)
    const text = await download(ada)
    const [told, toldOther] = [JSON.parse(text), JSON.parse(await download(ben))]
    for (const key of Object.keys(own.told ?? {})) expect(told[key]).not.toEqual(toldOther[key])
    if (own.told) expect(told).toMatchObject(own.told)
    expect(text).not.toMatch(/_hash|sealed|password"|visitor_key|moderated_by|deal_id/)

    const left = await countOf(null)
    expect(await deleteProfile(ada.id)).toBe(true)
    expect([await countOf(ada.id), (await countOf(null)) - left]).toEqual([0, own.left ?? 0])
    const { rows } = await sql<{ status: string }>`
    select distinct to_jsonb(rows) ->> 'status' as status from ${sql.table(table)} rows
    where to_jsonb(rows) ? 'status' and ${sql.ref(name)} is null`.execute(db)
    const allowed = table === 'mails' ? ['WAITING'] : ['APPROVED', 'DONE']
    for (const { status } of rows) expect(allowed).toContain(status)
  },
)
