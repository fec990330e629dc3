import { sql } from 'kysely'
import { expect } from 'vitest'
import { db } from '~/db/database.server'
import { removeAnswer, saveAnswer } from '~/features/contributions/answers/vendor-answers.server'
import { withdrawReport } from '~/features/contributions/availability/availability-reports.server'
import type { Kind } from '~/features/contributions/kinds/kinds'
import { setVote } from '~/features/contributions/reviews/review-votes.server'
import { changeName, deleteProfile, setPublicProfile } from '~/features/people/accounts/profiles.server'
import { changeStatus } from '~/features/people/accounts/rights.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import {
  makeAvailabilityReport,
  makeBookmark,
  makeChangeLog,
  makeDeal,
  makeFollow,
  makePlans,
  makeProfile,
  makeReview,
  makeReviewReport,
} from '../factories'
import { makeClicks } from '../staff-factories'
import { decideOn, MAKE_WAITING, makeStaff, reopen, undoLast } from '../waiting-items'

export type Write = { what: string; write: () => Promise<unknown> }

/**
 * Every kind of write, to be made in this order, by the functions of the app where it is more than a change of a column.
 *
 * @returns those that change what visitors see, and those that do not
 */
export async function listWrites(): Promise<{ visible: Write[]; hidden: Write[] }> {
  const staff = await makeStaff('ADMIN')
  const [ada, bo] = [await makeProfile({ name: 'Ada Arrow' }), await makeProfile({ name: 'Bo' })]
  const deals = await Promise.all(
    Array.from({ length: 10 }, (_, index) => makeDeal({ vendor_name: `Vendor ${index}`, deal_price: '49.00' })),
  )
  const [deal, planned, third] = deals as [Deal, Deal, Deal]
  const draft = await makeDeal({ published: false })
  await makePlans(planned.id, [{ name: 'Tier 1', price: '49.00' }])

  const decisionsAbout = async (kind: Kind) => {
    const { id } = await MAKE_WAITING[kind]({ author: ada.id, deal_id: deal.id })
    const approve: Write = { what: `approval of a ${kind}`, write: () => mustBeDone(decideOn(kind, staff, id)) }
    const takeBack: Write = {
      what: `undone approval of a ${kind}`,
      write: () => mustBeDone(kind === 'review' ? reopen(staff, kind, id) : undoLast(staff, id)),
    }
    const reject: Write = {
      what: `rejection of a ${kind}`,
      write: () => mustBeDone(decideOn(kind, staff, id, REJECTED)),
    }
    return { approve, takeBack, reject }
  }
  const decisions = await Promise.all((['review', 'follow_up', 'comment', 'change_log'] as const).map(decisionsAbout))
  // Approving a report keeps the review, rejecting the report removes it.
  const report = await decisionsAbout('review_report')
  const review = await makeReview({
    deal_id: deal.id,
    user_id: bo.id,
    status: 'APPROVED',
  })
  const change = await makeChangeLog({ deal_id: deal.id, status: 'APPROVED' })
  const answer = { body: 'Mended.', answered_on: '2026-11-01' }
  const of = { kind: 'reviews' as const, id: review.id }
  const set = (
    table: 'deals' | 'vendors' | 'products' | 'categories' | 'platforms',
    id: string,
    values: object,
  ): Write => ({
    what: `${table} ${Object.keys(values)}`,
    write: () =>
      db
        .updateTable(table as 'deals')
        .set(values)
        .where('id', '=', id)
        .execute(),
  })
  const run = (what: string, statement: ReturnType<typeof sql>): Write => ({
    what,
    write: () => statement.execute(db),
  })
  const hidden = [
    report.approve,
    report.takeBack,
    { what: 'a pending review', write: () => makeReview({ deal_id: third.id }) },
    { what: 'a follow', write: () => makeFollow({ user_id: ada.id, vendor_id: deal.vendor_id }) },
    { what: 'a saved deal', write: () => makeBookmark({ user_id: ada.id, deal_id: deal.id }) },
    { what: 'a click', write: () => makeClicks(1, { deal_id: deal.id }) },
    set('deals', draft.id, { title: 'Draft' }),
    {
      what: 'a report of a review',
      write: () => makeReviewReport({ review_id: review.id, deal_id: deal.id, user_id: ada.id }),
    },
  ]
  const visible = [
    ...decisions.flatMap(({ approve, takeBack }) => [approve, takeBack]),
    report.reject,
    { what: 'a vote', write: () => setVote(ada.id, review.id, true, deal.id) },
    { what: 'a vote taken back', write: () => setVote(ada.id, review.id, false, deal.id) },
    run('an edited text of a change', sql`update change_logs set title = 'Other' where id = ${change.id}`),
    { what: "a vendor's answer", write: () => saveAnswer(staff.id, of, answer, 0) },
    { what: "a vendor's edited answer", write: () => saveAnswer(staff.id, of, { ...answer, body: 'All mended.' }, 1) },
    { what: "a vendor's removed answer", write: () => removeAnswer(staff.id, of) },
    { what: 'a new name', write: () => changeName(bo.id, 'Bo Better') },
    { what: 'a profile switched off', write: () => setPublicProfile(bo.id, false) },
    { what: 'a suspension', write: () => changeStatus(staff, bo.id, 'SUSPENDED') },
    { what: 'an availability report', write: () => makeAvailabilityReport({ deal_id: deal.id, user_id: ada.id }) },
    { what: 'a withdrawn availability report', write: () => withdrawReport(ada.id, deal.id) },
    run(
      'a purchase',
      sql`insert into purchases (user_id, deal_id, bought_on) values (${bo.id}, ${deal.id}, '2026-01-14')`,
    ),
    run('a plan', sql`update deal_plans set name = name || '!'`),
    run(
      'a question',
      sql`insert into deal_faqs (deal_id, position, question, answer) values (${deal.id}, 8, 'Why?', 'So.')`,
    ),
    run(
      'SEO texts',
      sql`insert into seo_metadata (entity_type, entity_id, meta_title) values ('PAGE', '/about', 'On us')`,
    ),
    set('vendors', third.vendor_id, { website_url: 'https://zeta.example' }),
    set('deals', third.id, { title: 'Aardvark' }),
    set('deals', third.id, { deal_price: '1.00' }),
    set('deals', third.id, { status: 'EXPIRED' }),
    set('deals', third.id, { published: false }),
    set('deals', third.id, { published: true }),
    set('products', deal.product_id, { name: 'Zebra' }),
    set('vendors', deal.vendor_id, { name: 'Zeta' }),
    set('categories', deal.category_id, { name: 'Zoology' }),
    set('platforms', deal.platform_id, { refund_days: 77 }),
    run('many changed reviews', sql`update reviews set helpful_count = helpful_count + 1`),
    run('many changed deals', sql`update deals set summary = 'Sum'`),
    { what: 'a deleted account', write: () => deleteProfile(bo.id) },
    run('a removed review', sql`delete from reviews where id = ${review.id}`),
    {
      what: 'merged products',
      write: () => mergeRecords(staff, 'product', deals[3]!.product_id, deals[4]!.product_id),
    },
    { what: 'merged vendors', write: () => mergeRecords(staff, 'vendor', deals[5]!.vendor_id, deals[6]!.vendor_id) },
    { what: 'merged deals', write: () => mergeRecords(staff, 'deal', deals[7]!.id, deals[8]!.id) },
    run('a deleted deal', sql`delete from deals where id = ${deals[9]!.id}`),
  ]
  return { visible, hidden }
}

type Deal = Awaited<ReturnType<typeof makeDeal>>

const REJECTED = { to: 'REJECTED', reason: 'SPAM', note: null } as const
async function mustBeDone(outcome: Promise<{ is: unknown }>) {
  expect(await outcome).toMatchObject({ is: 'done' })
}
