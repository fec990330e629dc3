import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import type { DealValues } from '~/features/catalog/deals/editor/deal-form.server'
import { deleteDeal } from '~/features/catalog/deals/editor/delete-deal.server'
import { listRevisions } from '~/features/catalog/deals/editor/revisions.server'
import { findDealToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import { DEFAULT_MANAGE_SEARCH } from '~/features/catalog/deals/list/managed-search'
import { addBookmark } from '~/features/contributions/bookmarks/bookmarks.server'
import { submitComment } from '~/features/contributions/comments/comments.server'
import { submitReview } from '~/features/contributions/reviews/submit-review.server'
import { changeDeals } from '~/features/staff/bulk/bulk.server'
import { createDeal, saveDeal } from '~/features/staff/editing/save-deal.server'
import { planLinkChecks } from '~/features/staff/freshness/due-links.server'
import { importRows, makeCategoryAndPlatform, makeRow } from '../csv-files'
import { makeAvailabilityReport, makeCategory, makeDeal, makePlatform, makeProfile, makeVendor } from '../factories'
import { RACE_ROUNDS } from '../race-rounds'
import { makeDealAlert } from '../staff-factories'
import { dealForm, UNSTATED_TERMS } from '../unstated-terms'
import { decisionsOn, karmaOf, makeStaff } from '../waiting-items'

async function makeForm(given: Partial<DealValues> = {}) {
  const category_id = given.category_id ?? (await makeCategory()).id
  return dealForm({ ...given, category_id, platform_id: given.platform_id ?? (await makePlatform()).id })
}

const ENDED = { status_on: '2026-05-04', status_source_url: 'https://news.example/end' }

async function makeSavedDeal(given: Partial<DealValues> = {}) {
  const [staff, form, id] = [await makeStaff(), await makeForm(given), crypto.randomUUID()]
  expect(await createDeal(staff, id, form)).toEqual({ outcome: 'created' })
  const deal = (await findDealToEdit(id))!
  return { staff, id, deal, form: { ...form, slug: deal.slug } }
}

const positionsOf = async (id: string) => {
  const { rows } = await sql<{ list: string; position: number }>`
    select type::text as list, position from deal_pros_cons where deal_id = ${id}
    union all select 'FAQ', position from deal_faqs where deal_id = ${id} order by 1, 2`.execute(db)
  return rows.map(({ list, position }) => `${list} ${position}`)
}

describe('creating a deal', () => {
  test('creating a deal stores all submitted values, with pros before cons, and a title of full length', async () => {
    const { deal, form } = await makeSavedDeal({
      title: `Thing (${'new!'.repeat(48)}x`,
      tags: ['HOT', 'teams'],
      pros_cons: [
        { type: 'CON', text: 'No phone app' },
        { type: 'PRO', text: 'Paid once' },
      ],
      faqs: [{ question: 'Is there an API?', answer: 'Yes.\nRead-only.' }],
    })
    expect(deal).toMatchObject({ ...form, version: 1, pros_cons: [form.pros_cons[1], form.pros_cons[0]] })
  })

  test('creating a deal makes the slug from the title, numbered if another deal has or had it', async () => {
    const slugs = []
    for (let i = 0; i < 3; i++) slugs.push((await makeSavedDeal({ title: 'Plain Ledger!' })).deal.slug)
    expect(slugs).toEqual(['plain-ledger', 'plain-ledger-2', 'plain-ledger-3'])
    expect((await makeSavedDeal({ title: 'New' })).deal.slug).toBe('new-2')
    expect((await makeSavedDeal({ title: '議事録' })).deal.slug).toMatch(/^deal-\w+$/)
    const { staff, id, form } = await makeSavedDeal({ title: 'Former Name' })
    await saveDeal(staff, id, { form: { ...form, slug: 'later-name' }, version: 1 })
    expect((await makeSavedDeal({ title: 'Former Name' })).deal.slug).toBe('former-name-2')
  })

  test('a new deal of a vendor that shut down starts as Expired, and staff can set it to Active', async () => {
    const vendor = await makeVendor({ name: 'Moorline', status: 'SHUT_DOWN', ...ENDED })
    const [staff, id, form] = [await makeStaff(), crypto.randomUUID(), await makeForm()]
    for (const _ of ['sent', 'sent again']) {
      const created = await createDeal(staff, id, { ...form, vendor_name: vendor.name })
      expect(created).toEqual({ outcome: 'created', isVendorClosed: true })
    }
    const deal = (await findDealToEdit(id))!
    expect(deal.status).toBe('EXPIRED')
    await saveDeal(staff, id, { form: { ...form, slug: deal.slug, vendor_name: vendor.name }, version: 1 })
    expect((await findDealToEdit(id))!.status).toBe('ACTIVE')

    const upcoming = crypto.randomUUID()
    await createDeal(staff, upcoming, { ...form, vendor_name: vendor.name, status: 'UPCOMING' })
    expect((await findDealToEdit(upcoming))!.status).toBe('UPCOMING')
  })

  test('creating a deal rejects a taken slug and a deleted category', async () => {
    const { staff, deal } = await makeSavedDeal()
    const id = crypto.randomUUID()
    for (const wrong of [{ slug: deal.slug }, { category_id: crypto.randomUUID() }]) {
      const [field] = Object.keys(wrong)
      expect(await createDeal(staff, id, await makeForm(wrong))).toEqual({ outcome: 'rejected', field })
    }
    expect(await findDealToEdit(id)).toBeUndefined()
  })
})

describe('saving a deal', () => {
  test('saving a deal replaces pros, cons and questions, numbered from 0 without gaps', async () => {
    const entries = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => ({
        type: i % 2 ? ('CON' as const) : ('PRO' as const),
        text: `Point ${from + i}`,
      }))
    const faqs = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => ({ question: `Question ${from + i}?`, answer: 'Yes.' }))
    const { staff, id, form } = await makeSavedDeal({ pros_cons: entries(0, 5), faqs: faqs(0, 3) })
    const fewer = { ...form, pros_cons: entries(1, 4), faqs: faqs(2, 3) }
    expect(await saveDeal(staff, id, { form: fewer, version: 1 })).toEqual({ outcome: 'saved' })
    expect(await positionsOf(id)).toEqual(['CON 0', 'FAQ 0', 'PRO 0', 'PRO 1'])
    expect(await findDealToEdit(id)).toMatchObject({ faqs: fewer.faqs })

    await saveDeal(staff, id, { form: { ...form, pros_cons: [], faqs: [] }, version: 2 })
    expect(await positionsOf(id)).toEqual([])
  })

  test('setting a deal to Expired settles its ended reports and broken link', async () => {
    const { staff, id, form } = await makeSavedDeal()
    const member = await makeProfile()
    const ended = await makeDealAlert({ kind: 'ENDED_REPORTS', deal_id: id })
    const link = await makeDealAlert({ kind: 'BROKEN_LINK', deal_id: id })
    await makeAvailabilityReport({ deal_id: id, user_id: member.id })
    const saved = await saveDeal(staff, id, { form: { ...form, status: 'EXPIRED' }, version: 1 })
    expect(saved).toEqual({ outcome: 'saved' })
    const decided = [{ decision: 'APPROVED', decided_by: staff.id }]
    expect(await decisionsOn(link.id)).toMatchObject(decided)
    expect(await decisionsOn(ended.id)).toMatchObject(decided)
    expect(await karmaOf(member.id)).toBe(1)
  })

  test('another link restarts the link check and deletes its alerts, another title does not', async () => {
    const { staff, id, form } = await makeSavedDeal()
    await planLinkChecks()
    const broken = { result: 'FAILED' as const, reason: '404', failed_on: ['2026-11-01'] }
    await db.updateTable('link_checks').set(broken).where('deal_id', '=', id).execute()
    await makeDealAlert({ kind: 'BROKEN_LINK', deal_id: id })
    const read = async () => ({
      check: await db.selectFrom('link_checks').selectAll().where('deal_id', '=', id).executeTakeFirstOrThrow(),
      alerts: await db.selectFrom('deal_alerts').select('kind').where('deal_id', '=', id).execute(),
    })
    await saveDeal(staff, id, { form: { ...form, title: 'Quillstack Pro' }, version: 1 })
    expect(await read()).toMatchObject({ check: broken, alerts: [{ kind: 'BROKEN_LINK' }] })
    const cta_url = 'https://vendor.example/other'
    await saveDeal(staff, id, { form: { ...form, title: 'Quillstack Pro', cta_url }, version: 2 })
    expect(await read()).toMatchObject({ check: { url: cta_url, result: null, failed_on: [] }, alerts: [] })
  })

  test('saving a deal records price changes and an audit entry with the changed fields', async () => {
    const { staff, id, form } = await makeSavedDeal()
    await saveDeal(staff, id, { form: { ...form, deal_price: '49.00', summary: 'Shorter' }, version: 1 })
    const prices = await db.selectFrom('deal_price_points').select('deal_price').where('deal_id', '=', id).execute()
    expect(prices.map(({ deal_price }) => deal_price)).toEqual(['59.00', '49.00'])
    const [updated, created] = await listRevisions(id)
    expect(created).toMatchObject({ action: 'deal.created', by: 'Mira' })
    expect(updated).toMatchObject({
      action: 'deal.updated',
      detail: { version: 2, deal_price: '59.00 → 49.00', summary: '(none) → Shorter' },
    })
  })

  test('a deal keeps its period and discount, unless both prices say what is saved', async () => {
    const { staff, id, form } = await makeSavedDeal()
    const read = () =>
      db.selectFrom('deals').select(['deal_price_period', 'discount_percent']).executeTakeFirstOrThrow()
    const monthly = { ...form, deal_price_period: 'MONTH', discount_percent: 30 } as const
    await saveDeal(staff, id, { form: monthly, version: 1 })
    expect(await read()).toEqual({ deal_price_period: 'MONTH', discount_percent: 30 })
    const points = await db.selectFrom('deal_price_points').select('deal_price_period').orderBy('id').execute()
    expect(points.map(({ deal_price_period }) => deal_price_period)).toEqual(['ONCE', 'MONTH'])

    await saveDeal(staff, id, { form: { ...monthly, original_price: '240.00' }, version: 2 })
    expect(await read()).toEqual({ deal_price_period: 'MONTH', discount_percent: null })
  })

  test('saving a deal logs a public change on request if price, terms or end date changed', async () => {
    const { staff, id, form } = await makeSavedDeal()
    const cheaper = { ...form, deal_price: '49.00', end_date: '2027-01-31' }
    await saveDeal(staff, id, { form: cheaper, version: 1, record: { title: null } })
    await saveDeal(staff, id, {
      form: { ...cheaper, end_date: null },
      version: 2,
      record: { title: 'No end any more' },
    })
    const logged = db.selectFrom('change_logs').selectAll().where('deal_id', '=', id).orderBy('created_at')
    expect(await logged.execute()).toMatchObject([
      {
        kind: 'PRICE',
        status: 'APPROVED',
        title: 'Deal price from $59.00 to $49.00',
        description: 'Deal price from $59.00 to $49.00. End date set to 31 Jan 2027.',
        old_value: '$59.00',
        new_value: '$49.00',
        moderated_by: staff.id,
        reported_by_user_id: null,
      },
      { kind: 'TERMS', title: 'No end any more', description: 'End date removed.' },
    ])

    const renamed = { ...cheaper, end_date: null, title: 'Quillstack 2' }
    const save = { form: renamed, version: 3, record: { title: null } }
    expect(await saveDeal(staff, id, save)).toEqual({ outcome: 'rejected', field: 'record_title' })
    expect(await findDealToEdit(id)).toMatchObject({ title: 'Quillstack', version: 3 })
  })

  test('saving a deal with an empty slug keeps its slug, and a taken slug is rejected', async () => {
    const { staff, id, form } = await makeSavedDeal({ title: 'Address Book' })
    await saveDeal(staff, id, { form: { ...form, slug: null, vendor_name: 'Linnet' }, version: 1 })
    expect(await findDealToEdit(id)).toMatchObject({ slug: form.slug, vendor_name: 'Linnet' })
    const { deal } = await makeSavedDeal({ title: 'Address Taken' })
    const taken = { form: { ...form, slug: deal.slug }, version: 2 }
    expect(await saveDeal(staff, id, taken)).toEqual({ outcome: 'rejected', field: 'slug' })
  })

  test('saving a deal after someone else did changes nothing and returns what they saved', async () => {
    const { staff, id, form } = await makeSavedDeal()
    await saveDeal(staff, id, { form: { ...form, title: 'Theirs' }, version: 1 })
    const yours = { ...form, title: 'Yours', faqs: [{ question: 'Q', answer: 'A' }] }
    const fields = [
      { label: 'Title', yours: 'Yours', theirs: 'Theirs' },
      { label: 'FAQs', yours: 'Q\nA', theirs: '' },
    ]
    const conflict = { by: 'Mira', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/), version: 2, fields }
    expect(await saveDeal(staff, id, { form: yours, version: 1 })).toEqual({ outcome: 'conflict', conflict })
    expect(await findDealToEdit(id)).toMatchObject({ title: 'Theirs', faqs: [], version: 2 })
  })

  test('a conflict with an import names no one', async () => {
    await makeCategoryAndPlatform()
    await importRows([makeRow({ slug: 'inkwell', deal_price: '59' })])
    const opened = (await findDealToEdit((await findBySlug('inkwell')).id))!
    await importRows([makeRow({ slug: 'inkwell', deal_price: '49' })])
    const form = { ...opened, ...UNSTATED_TERMS }
    const late = await saveDeal(await makeStaff(), opened.id, { form, version: opened.version })
    const fields = [{ label: 'Deal price', yours: '59.00', theirs: '49.00' }]
    const conflict = { by: null, at: '', version: opened.version + 1, fields }
    expect(late).toEqual({ outcome: 'conflict', conflict })
  })

  test('two concurrent saves of a deal have one winner and one conflict', async () => {
    const { staff, id, form } = await makeSavedDeal()
    for (let version = 1; version <= RACE_ROUNDS; version++) {
      const save = (who: string) =>
        saveDeal(staff, id, {
          form: { ...form, title: `${who} ${version}`, pros_cons: [{ type: 'PRO', text: `${who} ${version}` }] },
          version,
        })
      const results = await Promise.all([save('Ada'), save('Grace')])
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['conflict', 'saved'])
      const winner = `${results[0]?.outcome === 'saved' ? 'Ada' : 'Grace'} ${version}`
      const stored = { title: winner, version: version + 1, pros_cons: [{ type: 'PRO', text: winner }] }
      expect(await findDealToEdit(id)).toMatchObject(stored)
      const fields = expect.arrayContaining([expect.objectContaining({ label: 'Title', theirs: winner })])
      const conflict = expect.objectContaining({ version: version + 1, fields })
      expect(results).toContainEqual({ outcome: 'conflict', conflict })
    }
    expect(await positionsOf(id)).toEqual(['PRO 0'])
  })

  test('saving a deal that is deleted concurrently fails as missing', async () => {
    const staff = await makeProfile()
    const form = await makeForm()
    for (let round = 0; round < RACE_ROUNDS; round++) {
      const { id } = await makeDeal({ category_id: form.category_id, platform_id: form.platform_id })
      const [saved, deleted] = await Promise.all([
        saveDeal(staff, id, { form: { ...form, faqs: [{ question: 'Q', answer: 'A' }] }, version: 1 }),
        deleteDeal(staff, id),
      ])
      expect(['saved', 'missing']).toContain(saved.outcome)
      expect(deleted).toBe(true)
      expect(await deleteDeal(staff, id)).toBe(false)
    }
  })
})

test('a deleted deal stays in the audit log and its URL is marked as gone', async () => {
  const { staff, id, deal } = await makeSavedDeal({ title: 'Short Lived' })
  expect(await deleteDeal(staff, id)).toBe(true)
  expect(await listRevisions(id)).toMatchObject([{ action: 'deal.deleted', detail: { title: 'Short Lived' } }, {}])
  const left = await db.selectFrom('deal_redirects').select('deal_id').where('slug', '=', deal.slug).execute()
  expect(left).toEqual([{ deal_id: null }])
})

describe('checks', () => {
  const checkOf = (id: string) =>
    db.selectFrom('deals').select(['checked_at', 'checked_by']).where('id', '=', id).executeTakeFirstOrThrow()
  const forget = (id: string) =>
    db.updateTable('deals').set({ checked_at: null, checked_by: null }).where('id', '=', id).execute()

  test('creating a deal counts as a check, and so does a save with or without changes, but not a rejected one or a change from the list', async () => {
    const { staff, id, deal, form } = await makeSavedDeal()
    expect(await checkOf(id)).toEqual({ checked_at: expect.any(Date), checked_by: staff.id })
    const { version } = deal
    for (const title of [form.title, 'Quillstack Two']) {
      await forget(id)
      const other = await makeStaff()
      expect(await saveDeal(other, id, { form: { ...form, title }, version })).toEqual({ outcome: 'saved' })
      expect(await checkOf(id)).toEqual({ checked_at: expect.any(Date), checked_by: other.id })
    }
    await forget(id)
    expect(await saveDeal(staff, id, { form, version: 99 })).toMatchObject({ outcome: 'conflict' })
    await changeDeals(staff, { verb: 'unpublish' }, { search: DEFAULT_MANAGE_SEARCH, ids: [id] }, 1)
    expect(await checkOf(id)).toEqual({ checked_at: null, checked_by: null })
  })
})

afterEach(() => {
  env.RATE_LIMIT = true
})

const review = { rating: 4, title: 'Good value', body: 'Paid once, used daily.' }

test('what members send while a deal is deleted goes with the deal, or they are told that it is gone', async () => {
  env.RATE_LIMIT = false
  const admin = await makeStaff('ADMIN')
  const people = await Promise.all(Array.from({ length: 4 }, () => makeProfile()))
  const seen = new Set<unknown>()
  for (let round = 0; round < RACE_ROUNDS; round++) {
    const deal = await makeDeal()
    const writes = people.flatMap(({ id }) => [
      submitReview(id, { deal: deal.id, text: review }),
      submitComment(id, deal.id, 'Does it export files?'),
      addBookmark(id, deal.id).then(() => 'submitted'),
    ])
    // Early in one round, late in another.
    await Promise.all(writes.slice(0, round % writes.length))
    expect(await deleteDeal(admin, deal.id)).toBe(true)
    for (const outcome of await Promise.all(writes)) seen.add(outcome)
    // How many of the writes above come too late depends on the machine; this one always does.
    seen.add(await submitComment(people[0]!.id, deal.id, 'Is it still there?'))
  }
  expect([...seen].sort()).toEqual(['missing', 'submitted'])
  const { rows } = await sql`
    select (select count(*) from reviews) as reviews, (select count(*) from comments) as comments,
      (select count(*) from bookmarks) as bookmarks, (select count(*) from moderation_items where status = 'PENDING') as queued`.execute(
    db,
  )
  expect(rows).toEqual([{ reviews: 0, comments: 0, bookmarks: 0, queued: 0 }])
})

const findBySlug = (slug: string) =>
  db.selectFrom('deals').select(['id', 'category_id']).where('slug', '=', slug).executeTakeFirstOrThrow()
