import { sql } from 'kysely'
import { expect } from 'vitest'
import { db } from '~/db/database.server'
import { changeName, deleteProfile, setPublicProfile } from '~/features/accounts/profiles.server'
import { changeStatus } from '~/features/accounts/rights.server'
import { mergeDeals } from '~/features/deals/manage-merge.server'
import { withdrawReport } from '~/features/freshness/availability-reports.server'
import { reopenItem, undoDecision } from '~/features/moderation/undo.server'
import { mergeProducts } from '~/features/products/merge-products.server'
import { setVote } from '~/features/reviews/review-votes.server'
import { removeAnswer, saveAnswer } from '~/features/vendor-answers/vendor-answers.server'
import { mergeVendors } from '~/features/vendors/merge-vendors.server'
import { makeAvailabilityReport, makeFollow, makeProfile, makeReview, makeReviewReport } from '../factories'
import { decideOn, decisionsOn, loadedItem, MAKE_WAITING, makeStaff } from '../waiting-items'

/** `warm`: the share of pages that it leaves in the cache at least. */
export type Write = { what: string; write: () => Promise<unknown>; warm?: number }

/** Every kind of write to what visitors see, by the functions of the app where it is more than a change of a column. */
export async function listWrites(): Promise<Write[]> {
  const staff = await makeStaff('ADMIN')
  const [ada, bo] = [await makeProfile({ name: 'Ada Arrow' }), await makeProfile({ name: 'Bo' })]
  const deals = await db
    .selectFrom('deals')
    .select(['id', 'slug', 'product_id', 'vendor_id', 'category_id', 'platform_id'])
    .where('published', '=', true)
    .orderBy('slug')
    .execute()
  const { rows: planned } = await sql<{ deal_id: string }>`select deal_id from deal_plans`.execute(db)
  const [deal, other] = [deals[0]!, deals[1]!]
  const third = deals.find(({ id }, index) => index > 1 && !planned.some((plan) => plan.deal_id === id))!
  // A second offer of the product, whose page shows the reviews of the first.
  await db.updateTable('deals').set({ product_id: deal.product_id }).where('id', '=', other.id).execute()

  const moderated = await Promise.all(
    (['review', 'review_edit', 'follow_up', 'comment', 'change_log', 'review_report'] as const).map(async (kind) => {
      const { id } = await MAKE_WAITING[kind]({ author: ada.id, deal_id: deal.id })
      return { kind, id }
    }),
  )
  const decisions = moderated.flatMap(({ kind, id }): Write[] => {
    const warm = { comment: 0.8, change_log: 0.7 }[kind as string] ?? 0.6
    const undo = async () => {
      const [last] = await decisionsOn(id)
      return mustBeDone(undoDecision(staff, { kind, id }, last!.id))
    }
    const reopen = async () => mustBeDone(reopenItem(kind, staff, await loadedItem(kind, id)))
    const reject: Write = {
      what: `rejection of a ${kind}`,
      warm,
      write: () => mustBeDone(decideOn(kind, staff, id, REJECTED)),
    }
    return [
      { what: `approval of a ${kind}`, warm, write: () => mustBeDone(decideOn(kind, staff, id)) },
      kind === 'review'
        ? { what: 'a reopened review', warm, write: reopen }
        : { what: `undone approval of a ${kind}`, warm, write: undo },
      // Readers see no other rejections.
      ...(kind === 'review_report' ? [reject] : []),
    ]
  })
  const review = await makeReview({
    deal_id: deal.id,
    user_id: bo.id,
    status: 'APPROVED',
  })
  const change = await db
    .selectFrom('change_logs')
    .select('id')
    .where('verified_at', 'is not', null)
    .executeTakeFirstOrThrow()
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
  const run = (what: string, statement: ReturnType<typeof sql>, warm?: number): Write => ({
    what,
    warm,
    write: () => statement.execute(db),
  })
  return [
    ...decisions,
    { what: 'a pending review', warm: 1, write: () => makeReview({ deal_id: third.id }) },
    { what: 'a follow', warm: 1, write: () => makeFollow({ user_id: ada.id, product_id: deal.product_id }) },
    { what: 'a vote', warm: 0.6, write: () => setVote(ada.id, review.id, true, deal.id) },
    { what: 'a vote taken back', warm: 0.6, write: () => setVote(ada.id, review.id, false, deal.id) },
    {
      what: 'a report of a review',
      warm: 1,
      write: () => makeReviewReport({ review_id: review.id, deal_id: deal.id, user_id: ada.id }),
    },
    run('an edited text of a change', sql`update change_logs set title = 'Other' where id = ${change.id}`, 0.5),
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
    run('many changed reviews', sql`update reviews set title = title || '!'`),
    run('many changed deals', sql`update deals set summary = 'Sum'`),
    run('a removed review', sql`delete from reviews where id = ${review.id}`),
    { what: 'a deleted account', write: () => deleteProfile(bo.id) },
    { what: 'merged products', write: () => mergeProducts(staff.id, deals[3]!.product_id, deals[4]!.product_id) },
    { what: 'merged vendors', write: () => mergeVendors(staff.id, deals[5]!.vendor_id, deals[6]!.vendor_id) },
    { what: 'merged deals', write: () => mergeDeals(staff.id, deals[7]!.id, deals[8]!.id) },
    run('a deleted deal', sql`delete from deals where id = ${deals[9]!.id}`),
  ]
}

const REJECTED = { to: 'REJECTED', reason: 'SPAM', note: null } as const
async function mustBeDone(outcome: Promise<{ is: string }>) {
  expect(await outcome).toMatchObject({ is: 'done' })
}
