import type { Insertable, Selectable, Updateable } from 'kysely'
import { db } from '~/db/database.server'
import type { Trx } from '~/db/executor'
import type {
  AvailabilityReports,
  Bookmarks,
  Categories,
  ChangeLogs,
  Comments,
  ContactMessages,
  DealSuggestions,
  Deals,
  Follows,
  FollowUpQuestions,
  FollowUps,
  Notifications,
  Platforms,
  Products,
  Profiles,
  PurchaseProofs,
  Purchases,
  ReviewReports,
  ReviewVersions,
  Vendors,
} from '~/db/schema'
import { inTransaction } from '~/db/transaction.server'
import { joinProducts } from '~/features/catalog/products/join-products.server'
import { vendorKey } from '~/features/catalog/products/product-key'
import { noteDeals } from '~/features/catalog/record/changed-deals.server'
import { hashPassword } from '~/features/people/accounts/passwords.server'
import { utcToday } from '~/http/utc-day'

// Several processes, such as the workers of the end-to-end tests, may write to one database.
const worker = process.pid.toString(36)
let sequence = 0
const next = () => `${worker}-${++sequence}`

/** Each factory inserts one valid row; a test names only the values that it is about. */
export async function makeProfile(given: Partial<Insertable<Profiles>> = {}) {
  const values = { email: `person-${next()}@example.com`, name: 'Ada', confirmed_at: new Date(), ...given }
  return db.insertInto('profiles').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A profile that can sign in. Hashing is slow, so only tests about passwords use it. */
export async function makeAccount(password: string, given: Partial<Insertable<Profiles>> = {}) {
  const profile = await makeProfile(given)
  await makePassword(profile.id, password)
  return profile
}

export async function makePassword(user_id: string, password: string) {
  const password_hash = await hashPassword(password)
  await db.insertInto('credentials').values({ user_id, password_hash }).execute()
}

export async function makeCategory(given: Partial<Insertable<Categories>> = {}) {
  const id = next()
  const values = { name: `Category ${id}`, slug: `category-${id}`, ...given }
  return db.insertInto('categories').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function makePlatform(given: Partial<Insertable<Platforms>> = {}) {
  const id = next()
  const values = { name: `Platform ${id}`, slug: `platform-${id}`, ...given }
  return db.insertInto('platforms').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A vendor of no deals, which those with its name join. */
export async function makeVendor(given: Partial<Insertable<Vendors>> = {}) {
  const id = next()
  const values = { name: `Vendor ${id}`, slug: `vendor-${id}`, ...given }
  const vendor = await db.insertInto('vendors').values(values).returningAll().executeTakeFirstOrThrow()
  await db
    .insertInto('vendor_names')
    .values({ key: vendorKey(vendor.name), vendor_id: vendor.id })
    .execute()
  return vendor
}

/** A product of no offers yet: deals join it by their `product_id`. */
export async function makeProduct(given: Partial<Insertable<Products>> = {}) {
  const id = next()
  const vendor_id = given.vendor_id ?? (await makeVendor()).id
  const values = { name: `Product ${id}`, slug: `product-${id}`, vendor_id, ...given }
  return db.insertInto('products').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A deal that followers were notified of, as of those that are added now by `makeNewDeal`. */
export async function makeDeal(given: Partial<Insertable<Deals>> = {}) {
  const id = next()
  const values = {
    title: `Deal ${id}`,
    slug: `deal-${id}`,
    vendor_name: 'Northpane',
    category_id: given.category_id ?? (await makeCategory()).id,
    platform_id: given.platform_id ?? (await makePlatform()).id,
    start_date: '2026-01-01',
    cta_url: 'https://vendor.example/lifetime',
    ...given,
  }
  const deal = previousDeal.then(() => inTransaction((trx) => insertDeal(trx, values)))
  previousDeal = deal.catch(() => undefined)
  return deal
}

// Deals are made one after the other. Many at once would each hold a connection while they wait for the lock of new products.
let previousDeal: Promise<unknown> = Promise.resolve()

export async function makeNewDeal(given: Parameters<typeof makeDeal>[0] = {}) {
  const deal = await makeDeal({ announced_at: null, ...given })
  await inTransaction((trx) => noteDeals(trx, [deal.id], { isNew: true }))
  return deal
}

type NewDeal = Omit<Insertable<Deals>, 'product_id' | 'vendor_id'> & { product_id?: string }

/** Adds a deal to its product in a transaction. Without keys it joins no product of another deal. */
export async function insertDeal(trx: Trx, values: NewDeal) {
  const [joined] = await joinProducts(trx, [withKeys(values)])
  return trx.insertInto('deals').values(joined!).returningAll().executeTakeFirstOrThrow()
}

/** Adds many deals at once, which start their own products. */
export async function insertDeals(rows: NewDeal[]) {
  await inTransaction(async (trx) => {
    await trx
      .insertInto('deals')
      .values(await joinProducts(trx, rows.map(withKeys)))
      .execute()
  })
}

// Confirmed today, so that it is open however long ago it began. A deal that was never confirmed has null.
const withKeys = (values: NewDeal) => ({
  published: true,
  announced_at: values.published === false ? null : (values.created_at ?? new Date()),
  title_key: '',
  vendor_key: '',
  link_key: null,
  found_on: utcToday(),
  ...values,
})

/** Changes a deal, and notifies its followers as a save does. */
export async function changeDeal({ id }: { id: string }, values: Updateable<Deals>) {
  await inTransaction(async (trx) => {
    await noteDeals(trx, [id])
    await trx.updateTable('deals').set(values).where('id', '=', id).execute()
  })
}

type GivenPlan = { name: string; price: string; codes?: number }

/** Plans of a deal that has the price of one of them, and limits with a value for each. */
export async function makePlans(
  deal_id: string,
  plans: GivenPlan[],
  limits: { label: string; values: string[] }[] = [],
) {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('deal_plans')
      .values(plans.map((plan, position) => ({ deal_id, position, codes: null, ...plan })))
      .execute()
    if (limits.length === 0) return
    await trx
      .insertInto('deal_plan_limits')
      .values(limits.map((limit, position) => ({ deal_id, position, ...limit })))
      .execute()
  })
}

type GivenText = Partial<Omit<Insertable<ReviewVersions>, 'review_id'>>
type ReviewRow = Selectable<ReviewVersions>

/** A review with one text, which is published if it is approved. `edited_at`: when that was written. */
export async function makeReview(given: GivenText & { edited_at?: Date | string | null } = {}) {
  const deal_id = given.deal_id ?? (await makeDeal()).id
  const user_id = given.user_id ?? (await makeProfile()).id
  const { id, edited_at = null, created_at, ...text } = given
  const review = await db
    .insertInto('reviews')
    .values({ id, deal_id, user_id, ...(created_at && { created_at }) })
    .returning(['id', 'deal_id', 'user_id', 'created_at'])
    .executeTakeFirstOrThrow()
  const written = edited_at ?? review.created_at
  const version = await makeReviewVersion({
    review,
    id: review.id,
    waiting_since: created_at,
    created_at: written,
    ...text,
  })
  return { ...version, created_at: review.created_at }
}

/** A further text of a review, with other words and one star less, published if it is approved. */
export async function makeReviewVersion({
  review,
  ...given
}: GivenText & { review?: Pick<ReviewRow, 'id' | 'deal_id' | 'user_id'> } = {}): Promise<ReviewRow> {
  const { id: review_id, deal_id, user_id } = review ?? (await makeReview({ status: 'APPROVED' }))
  const isFirst = given.id === review_id
  const words = isFirst
    ? { rating: 5, title: 'Good value', body: 'Paid once, used daily.' }
    : { rating: 4, title: 'Good value for some', body: 'Paid once, used weekly since the update in spring.' }
  const values = { review_id, deal_id, user_id, ...words, waiting_since: given.created_at, ...given }
  const text = await db.insertInto('review_versions').values(values).returningAll().executeTakeFirstOrThrow()
  if (text.status === 'APPROVED') await publish(review_id, text.id)
  return text
}

/** Makes a text of a review the one that readers see, its first one by default, or none. */
export async function publish(review: string, published_id: string | null = review) {
  if (published_id) {
    await db.updateTable('review_versions').set({ status: 'APPROVED' }).where('id', '=', published_id).execute()
  }
  await db.updateTable('reviews').set({ published_id }).where('id', '=', review).execute()
}

/** An answer to "Still using it?" after a year. */
export async function makeFollowUp({
  review,
  ...given
}: Partial<Insertable<FollowUps>> & { review?: Pick<ReviewRow, 'id' | 'deal_id' | 'user_id'> } = {}) {
  const { id, deal_id, user_id } = review ?? (await makeReview({ status: 'APPROVED' }))
  const values = {
    review_id: id,
    deal_id,
    months: 12,
    answer: 'YES' as const,
    rating: 4,
    body: 'Two of us open it every day.',
    waiting_since: given.created_at,
    ...given,
    user_id: given.user_id ?? user_id,
  }
  return db.insertInto('follow_ups').values(values).returningAll().executeTakeFirstOrThrow()
}

/** "Still using it?", asked after a year. */
export async function makeQuestion({
  review,
  ...given
}: Partial<Insertable<FollowUpQuestions>> & { review: Pick<ReviewRow, 'id' | 'user_id'> }) {
  const values = { review_id: review.id, user_id: review.user_id!, months: 12, ...given }
  return db.insertInto('follow_up_questions').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A claim without a proof. */
export async function makePurchase(given: Partial<Insertable<Purchases>> = {}) {
  const values = {
    deal_id: given.deal_id ?? (await makeDeal()).id,
    user_id: given.user_id ?? (await makeProfile()).id,
    bought_on: '2026-03-14',
    ...given,
  }
  return db.insertInto('purchases').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A PDF that proves a purchase and waits for staff. */
export async function makeProof({
  purchase,
  user_id,
  deal_id,
  ...given
}: Partial<Insertable<PurchaseProofs>> & { purchase?: Awaited<ReturnType<typeof makePurchase>> } = {}) {
  const { id, ...bought } =
    purchase ?? (await makePurchase({ ...(user_id && { user_id }), ...(deal_id && { deal_id }) }))
  const values = {
    file_name: 'order-4471.pdf',
    media_type: 'application/pdf',
    content: Buffer.from('%PDF-1.7\n%%EOF'),
    byte_length: 14,
    waiting_since: given.created_at,
    ...given,
    purchase_id: id,
    user_id: bought.user_id,
    deal_id: bought.deal_id,
  }
  return db.insertInto('purchase_proofs').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function makeChangeLog(given: Partial<Insertable<ChangeLogs>> = {}) {
  const values = {
    deal_id: given.deal_id ?? (await makeDeal()).id,
    reported_by_user_id: given.reported_by_user_id ?? (await makeProfile()).id,
    title: 'Seats raised from 3 to 5',
    description: 'The plan table says five seats now.',
    waiting_since: given.created_at,
    ...given,
  }
  return inTransaction(async (trx) => {
    await noteDeals(trx, [values.deal_id])
    return trx.insertInto('change_logs').values(values).returningAll().executeTakeFirstOrThrow()
  })
}

export async function makeComment(given: Partial<Insertable<Comments>> = {}) {
  const values = {
    deal_id: given.deal_id ?? (await makeDeal()).id,
    user_id: given.user_id ?? (await makeProfile()).id,
    body: 'Does it import from a spreadsheet?',
    waiting_since: given.created_at,
    ...given,
  }
  return db.insertInto('comments').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A notification of an approved review. */
export async function makeNotification(given: Partial<Insertable<Notifications>> = {}) {
  const approved = {
    contribution: 'review',
    decision: 'APPROVED',
    reason: null,
    note: null,
    deal: 'Quillstack',
    title: 'Good value',
  }
  const values = {
    user_id: given.user_id ?? (await makeProfile()).id,
    kind: 'contribution_decided',
    cause: `decision:${next()}`,
    data: JSON.stringify(approved),
    ...given,
  }
  return db.insertInto('notifications').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function makeBookmark(given: Insertable<Bookmarks>) {
  return db.insertInto('bookmarks').values(given).returningAll().executeTakeFirstOrThrow()
}

export async function makeFollow(given: Insertable<Follows>) {
  return db.insertInto('follows').values(given).returningAll().executeTakeFirstOrThrow()
}

export async function makeContactMessage(given: Partial<Insertable<ContactMessages>> = {}) {
  const values = {
    name: 'Pia',
    email: 'pia@visitor.example',
    subject: 'A question about refunds',
    body: 'Where do I find the refund days of a deal?',
    waiting_since: given.created_at,
    ...given,
  }
  return db.insertInto('contact_messages').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function makeSuggestion(given: Partial<Insertable<DealSuggestions>> = {}) {
  const values = {
    url: 'https://northpane.example/lifetime',
    title: 'Wickboard',
    body: 'Paid once, and the price includes every later version.',
    waiting_since: given.created_at,
    ...given,
    user_id: given.user_id ?? (await makeProfile()).id,
  }
  return db.insertInto('deal_suggestions').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function makeReviewReport(
  given: Partial<Insertable<ReviewReports>> & { review_id: string; deal_id: string },
) {
  const values = { reason: 'SPAM' as const, ...given, user_id: given.user_id ?? (await makeProfile()).id }
  return db.insertInto('review_reports').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A live report by a member whose account is old enough to count. */
export async function makeAvailabilityReport(given: Partial<Insertable<AvailabilityReports>> = {}) {
  const values = {
    deal_id: given.deal_id ?? (await makeDeal()).id,
    user_id: given.user_id ?? (await makeProfile()).id,
    has_ended: true,
    counts: true,
    ...given,
  }
  return db.insertInto('availability_reports').values(values).returningAll().executeTakeFirstOrThrow()
}

/** A bookmark without notifications. */
export const UNTICKED = {
  tells_price: false,
  tells_changes: false,
  tells_ending: false,
  tells_ended: false,
  tells_reopened: false,
}
