import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { recordAudit } from '~/features/people/audit/audit.server'
import { startSession } from '~/features/people/sessions/sessions.server'
import { addDays, utcToday } from '~/http/utc-day'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'
import {
  makeAvailabilityReport,
  makeBookmark,
  makeCategory,
  makeChangeLog,
  makeComment,
  makeDeal,
  makeFollow,
  makeFollowUp,
  makeNotification,
  makePlans,
  makePlatform,
  makeProfile,
  makeProof,
  makePurchase,
  makeQuestion,
  makeReview,
  makeReviewReport,
} from './factories'
import {
  makeAuthenticator,
  makeClicks,
  makeDealAlert,
  makeImport,
  makeSeoEntry,
  makeSuggestion,
} from './staff-factories'
import { MAKE_WAITING } from './waiting-items'

const LONG_AGO = new Date('1975-01-01')
const DECIDED = { moderated_at: new Date() }
const APPROVED = { status: 'APPROVED', ...DECIDED } as const
const REJECTED = { status: 'REJECTED', rejection_reason: 'SPAM', ...DECIDED } as const
const WORD_LENGTH = 96

/** A day months ago. */
const monthsAgo = (months: number) => addDays(utcToday(), -30 * months)

export type World = Awaited<ReturnType<typeof makeWorld>>

/**
 * One of everything that a screen can show, so that a page with all of it is judged at once. Texts of people are words of
 * 96 letters, which nothing can break. Returns the names by which addresses of screens refer to it.
 */
export async function makeWorld() {
  const code = crypto.randomUUID().slice(0, 8)
  const word = 'Unbroken'.repeat(WORD_LENGTH / 8 - 1) + code
  const email = (name: string) => `${name}-${'very-long-'.repeat(4)}${code}@example.com`
  const [member, manager, admin] = await Promise.all([
    makeProfile({ name: word, email: email('member') }),
    makeProfile({ name: word, email: email('manager'), role: 'MANAGER' }),
    makeProfile({ name: word, email: email('admin'), role: 'ADMIN' }),
    makeProfile({
      name: word,
      email: email('suspended'),
      status: 'SUSPENDED',
      suspension_reason: 'SPAM',
      suspension_note: word,
    }),
  ])
  const catalog = await makeOffers(word, code)
  const { deal } = catalog
  const records = await makeRecords(word, deal.id, manager.id)
  const mine = await makeOwnRecords(word, member.id, catalog)
  const waiting = await makeWaiting(word, deal.id, [catalog.other.id, catalog.tracked.id, catalog.deal.id])
  const staff = await makeStaffRecords(word, code, catalog, admin.id)
  return {
    word,
    code,
    member,
    manager,
    admin,
    unsubscribe: unsubscribeToken(member.id),
    tag: `tag-${code}`,
    ...catalog,
    ...records,
    ...mine,
    ...waiting,
    ...staff,
  }
}

/** A product with an open offer of all details and nine of the past, and others beside it. */
async function makeOffers(word: string, code: string) {
  const category = await makeCategory({ name: word.slice(-60), slug: `world-${code}`, description: word })
  const platform = await makePlatform({ name: word.slice(-60), slug: `world-${code}`, buyer_protection: word })
  const places = { category_id: category.id, platform_id: platform.id }
  const named = { title: word, vendor_name: word.slice(-80), vendor_key: word.toLowerCase(), ...places }
  const deal = await makeDeal({
    ...named,
    summary: word,
    description: word,
    deal_price: '49.00',
    original_price: '199.00',
    coupon_code: word.slice(-40),
    coupon_note: word,
    refund_days: 60,
    refund_from: 'PURCHASE',
    tags: [`tag-${code}`],
  })
  const deal_id = deal.id
  const plans = [
    { name: word.slice(-60), price: '49.00' },
    { name: 'Tier 2', price: '99.00', codes: 2 },
  ]
  await makePlans(deal_id, plans, [{ label: word.slice(-80), values: [word.slice(-60), 'Unlimited'] }])
  await db
    .insertInto('deal_pros_cons')
    .values((['PRO', 'CON'] as const).map((type, position) => ({ deal_id, position, type, text: word })))
    .execute()
  await db.insertInto('deal_faqs').values({ deal_id, position: 0, question: word, answer: word }).execute()
  await db
    .updateTable('vendors')
    .set({ status: 'ACQUIRED', status_on: '2026-03-04', status_source_url: 'https://halden.example/news', note: word })
    .where('id', '=', deal.vendor_id)
    .execute()

  const past = []
  for (let year = 2015; year < 2024; year++) {
    const ended = { start_date: `${year}-11-20`, end_date: `${year}-12-01` }
    const offer = { ...named, product_id: deal.product_id, ...ended, coupon_code: `BF${year}` }
    past.push(
      await makeDeal({ ...offer, deal_price: year % 2 ? '39.00' : null, discount_percent: year % 2 ? null : 40 }),
    )
  }
  const linked = { cta_url: `https://${code}.example`, link_key: `${code}.example` }
  const unseen = { ...named, start_date: '2017-11-21', found_on: null, tags: [`tag-${code}`] }
  await makeDeal(unseen)
  await makeDeal({ ...named, published: false })
  const category_id = (await makeCategory()).id
  const other = await makeDeal({ ...named, category_id, deal_price: '59.00', end_date: utcToday(), ...linked })
  const tracked = await makeDeal({ ...named, cta_url: `https://www.awin1.com/cread.php?ued=${linked.cta_url}` })
  await makeSuggestion(deal.product_id, other.product_id)
  const vendor = await db
    .selectFrom('vendors')
    .select(['id', 'slug'])
    .where('id', '=', deal.vendor_id)
    .executeTakeFirstOrThrow()
  const [ended, oldest] = [past.at(-1)!, past[0]!]
  return { deal, ended, oldest, other, tracked, category, platform, vendor }
}

type Catalog = Awaited<ReturnType<typeof makeOffers>>

/** What readers see in the record of a deal: ratings over time, answers of the vendor, changes and comments. */
async function makeRecords(word: string, deal_id: string, entered_by: string) {
  const reviews = []
  for (const connection of ['NONE', 'AFFILIATE', 'NONE'] as const) {
    const author = { deal_id, user_id: (await makeProfile({ name: word })).id }
    const written = { title: word, body: word, connection, created_at: new Date(monthsAgo(14)) }
    const review = await makeReview({ ...author, ...APPROVED, ...written })
    const refund = connection === 'AFFILIATE' ? { refunded_on: monthsAgo(13) } : {}
    const proof = { proof_status: 'CHECKED', proof_decided_at: monthsAgo(14) } as const
    await makePurchase({ ...author, bought_on: monthsAgo(14), ...proof, ...refund })
    await makeFollowUp({ review, ...APPROVED, rating: 3, body: word, answer: reviews.length ? 'YES' : 'GONE' })
    reviews.push(review)
  }
  const change = await makeChangeLog({
    deal_id,
    title: word,
    description: word,
    old_value: word,
    new_value: word.slice(1),
    ...APPROVED,
    kind: 'LIMITS',
    affects_owners: 'YES',
  })
  await makeComment({ deal_id, body: word, ...APPROVED })
  const answer = { body: word, answered_on: '2026-11-14', entered_by }
  await db
    .insertInto('vendor_answers')
    .values([
      { ...answer, review_id: reviews[0]!.id, change_log_id: null },
      { ...answer, review_id: null, change_log_id: change.id },
    ])
    .execute()
  return { review: reviews[1]!, answered: reviews[0]! }
}

/** What a member has written, bought, saved and been told. */
async function makeOwnRecords(word: string, user_id: string, { deal, other, ended, oldest, category }: Catalog) {
  const texts = { title: word, body: word }
  const review = await makeReview({ deal_id: deal.id, user_id, ...texts, ...APPROVED })
  await makeReview({ deal_id: other.id, user_id, ...texts, ...REJECTED, moderation_reason: word })
  const changed = { status: 'CHANGES_REQUESTED', moderation_reason: word, ...DECIDED } as const
  await makeReview({ deal_id: ended.id, user_id, ...texts, ...changed })
  await makeReview({ deal_id: oldest.id, user_id, ...texts })
  const reported = { deal_id: deal.id, reported_by_user_id: user_id, title: word, description: word }
  await makeChangeLog({ ...reported, ...APPROVED })
  await makeChangeLog({ ...reported, ...REJECTED })
  await makeChangeLog(reported)
  await makeComment({ deal_id: deal.id, user_id, body: word, ...APPROVED })
  await makeComment({ deal_id: deal.id, user_id, body: word })
  const others = await makeReview({ deal_id: deal.id, ...texts, ...APPROVED })
  await makeReviewReport({ review_id: others.id, deal_id: deal.id, user_id })
  const question = await makeQuestion({ review })

  await makeBookmark({ deal_id: deal.id, user_id, target_price: '39.00' })
  await makeFollow({ user_id, vendor_id: deal.vendor_id })
  await makeFollow({ user_id, category_id: category.id })
  const search = { user_id, name: word.slice(-60), query: `category=${category.slug}` }
  await db.insertInto('saved_searches').values(search).execute()
  const told = { contribution: 'review', decision: 'REJECTED', reason: 'SPAM', note: word, deal: word, title: word }
  for (const read_at of [null, new Date()]) await makeNotification({ user_id, read_at, data: JSON.stringify(told) })

  const bought = { user_id, paid: '9999999.99', currency: 'EUR', bought_on: addDays(utcToday(), -10) }
  const purchase = await makePurchase({ ...bought, deal_id: deal.id })
  await makePurchase({ ...bought, deal_id: ended.id, proof_status: 'CHECKED', proof_decided_at: '2026-11-20' })
  await makeProof({ purchase: await makePurchase({ ...bought, deal_id: other.id }), file_name: `${word}.pdf` })
  await makeAuthenticator(user_id)
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
  await startSession(new Request('http://localhost:3000/', { headers: { 'User-Agent': firefox } }), user_id)
  return { question, purchase }
}

/** One waiting item of each kind, by the segment of its address. */
async function makeWaiting(word: string, deal_id: string, offers: string[]) {
  const items = {} as Record<Kind, string>
  const given = { deal_id, body: `${word} See plotwise.example/${'roadmap-'.repeat(12)}`.slice(0, 200) }
  for (const kind of KINDS) items[kind] = (await MAKE_WAITING[kind](given)).id
  // A title of 96 letters in each list of deals to check, before those of other tests.
  for (const [index, kind] of (['ENDED_REPORTS', 'BROKEN_LINK', 'PAGE_DIFFERENCE'] as const).entries()) {
    await makeDealAlert({ kind, deal_id: offers[index]!, created_at: LONG_AGO })
  }
  for (let member = 0; member < 2; member++) await makeAvailabilityReport({ deal_id: offers[0]! })
  const author = { deal_id, user_id: (await makeProfile({ name: word })).id }
  const review = await makeReview({ ...author, title: word, body: word })
  await makeProof({ ...author, file_name: `${word}.pdf` })
  return {
    ...Object.fromEntries(KINDS.map((kind) => [specOf(kind).segment, items[kind]])),
    contact: items.contact_message,
    reviewWithProof: review,
  }
}

async function makeStaffRecords(word: string, code: string, { deal, platform }: Catalog, admin: string) {
  await makeClicks(3, { deal_id: deal.id })
  await recordAudit({ actor: admin, action: 'profile.viewed', entity: 'profile', id: admin })
  const seo = await makeSeoEntry({
    entity_type: 'DEAL',
    entity_id: deal.id,
    meta_title: word,
    meta_description: word,
  })
  const file = { user_id: admin, file_name: `${word}.csv`, row_count: 100 }
  const checkedImport = await makeImport({
    ...file,
    status: 'CHECKED',
    failed_count: 1,
    summary: JSON.stringify({
      missing: { category: [{ name: word, rows: 3 }], platform: [{ name: word, rows: 1 }] },
      readings: { list: { count: 2, before: `${word}, b, c`, after: '' } },
      touched: { live: 2, ending_soon: 0, expired: 0, upcoming: 0 },
      unclearDate: '03/04/2026',
    }),
  })
  const columnsImport = await makeImport({
    ...file,
    status: 'COLUMNS',
    header: [word, 'Link'],
    options: JSON.stringify({ columns: { title: 0, cta_url: 1 }, vendor: 'link' }),
    summary: JSON.stringify({ samples: [[word, word], [`https://${word}.example`]] }),
  })
  const runningImport = await makeImport({ ...file, status: 'RUNNING', progress: 40 })
  const program = await db
    .insertInto('link_programs')
    .values({ name: word, platform_id: platform.id, template: `?ref=${word}`, note: word })
    .returning('id')
    .executeTakeFirstOrThrow()
  const page = { slug: `world-${code}`, title: word, description: word, footer_group: 'LEGAL' as const }
  const body = `## ${word}\n\n| Format | Size |\n| - | -: |\n| ${word} | 2 kB |`
  await db
    .insertInto('pages')
    .values({ ...page, body, author_id: admin })
    .execute()
  // A task that no worker knows stays where it is.
  const { rows } = await sql<{ id: string }>`
    select (graphile_worker.add_job('task_of_a_test', '{}', run_at := now() + interval '1 day')).id`.execute(db)
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${word} where id = ${rows[0]!.id}`.execute(
    db,
  )
  return { seo, checkedImport, columnsImport, runningImport, program, page: page.slug }
}
