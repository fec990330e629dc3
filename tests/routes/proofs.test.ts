import fs from 'node:fs/promises'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { findOwnReview } from '~/features/contributions/reviews/own-review.server'
import { deleteOldProofs } from '~/features/contributions/reviews/purchase-proofs.server'
import { consumeRateLimit } from '~/features/people/limits/limits.server'
import { itemPath } from '~/features/staff/queue/item'
import { uploadPath } from '~/http/multipart.server'
import * as itemPage from '~/routes/admin.queue_.$kind.$id'
import { action, loader } from '~/routes/deals.$slug._index/route'
import { loader as load, action as remove } from '~/routes/proofs.$id'
import { makeDeal, makeProfile, makeProof, makeReview, publish } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, cookieOf, requestAs, toastOf } from '../requests'
import { decideOn, loadedItem, makeStaff, reopen, undoLast } from '../waiting-items'

const FORM = { rating: '4', title: 'Good value', body: 'Paid once, used daily.' }
const PDF = '%PDF-1.7\n%%EOF\n'

let ada: Awaited<ReturnType<typeof makeProfile>>
let deal: Awaited<ReturnType<typeof makeDeal>>
beforeEach(async () => {
  ada = await makeProfile({ name: 'Ada' })
  deal = await makeDeal({ published: true })
})

type Refusal = {
  data: { error: Record<string, string[]>; initialValue: Record<string, string> }
  init: { status: number }
}

/** Sends the review form with files as a browser does. */
async function send(files: File[], form: Record<string, string> = FORM) {
  const body = new FormData()
  for (const [name, value] of Object.entries(form)) body.append(name, value)
  for (const file of files) body.append('proof', file)
  const url = `http://localhost:3000/deals/${deal.slug}`
  const request = new Request(url, { method: 'POST', headers: { Cookie: await cookieOf(ada) }, body })
  return answer(action({ request, params: { slug: deal.slug }, context: {} }))
}

const file = (content: BlobPart, name = 'order-4471.pdf') => new File([content], name)
const receipt = () =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
const proofs = () => db.selectFrom('purchase_proofs').select(['file_name', 'media_type', 'status']).execute()
const purchase = () =>
  db.selectFrom('purchases').select(['bought_on', 'proof_status', 'proof_reason']).executeTakeFirst()
const see = async (as: { id: string } | null, id: string) =>
  answer(load({ request: await requestAs(as, `/proofs/${id}`), params: { id }, context: {} }))

test('a review with a picture stores both, and the picture waits for staff with the review', async () => {
  const response = await send([file(new Uint8Array(await receipt()), '../my receipt\u202e.png')], {
    ...FORM,
    bought_on: '2026-03-14',
  })
  expect(toastOf(response as Response)).toMatchObject({ title: 'Review submitted' })
  expect(await proofs()).toEqual([{ file_name: 'my receipt.png', media_type: 'image/webp', status: 'PENDING' }])
  expect(await purchase()).toMatchObject({ bought_on: '2026-03-14', proof_status: 'SUBMITTED' })
  expect(
    await db
      .selectFrom('moderation_items')
      .select(['kind', 'rank'])
      .where('status', '=', 'PENDING')
      .orderBy('kind')
      .execute(),
  ).toEqual([
    { kind: 'purchase_proof', rank: 5 },
    { kind: 'review', rank: 5 },
  ])
  const page = await loader({
    request: await requestAs(ada, `/deals/${deal.slug}`),
    params: { slug: deal.slug },
    context: {},
  })
  expect(page.proof).toMatchObject({ file_name: 'my receipt.png', status: 'PENDING', has_content: true })
  expect(await fs.readdir(uploadPath('')).catch(() => [])).toEqual([])
})

test('a form whose file field is empty is a review without a proof', async () => {
  expect(toastOf((await send([new File([], '')])) as Response)).toMatchObject({ title: 'Review submitted' })
  expect(await proofs()).toEqual([])
})

test.each<[string, () => File[], RegExp | string]>([
  ['an empty file', () => [file('')], 'order-4471.pdf is empty. Choose another file.'],
  ['two files', () => [file(PDF), file(PDF)], 'Choose one file only.'],
  ['a text with a right name', () => [file('Order 4471')], /not a PNG, JPEG, WebP or PDF file/],
  [
    'a file of 5 MB and one byte',
    () => [file(new Uint8Array(5 * 1024 * 1024 + 1))],
    'order-4471.pdf is over 5 MB. Choose a file up to 5 MB.',
  ],
  ['a broken picture', () => [file('\x89PNG\r\n\x1a\n', 'a.png')], /not a PNG|broken/],
])('%s is refused at its field, the texts are kept and nothing is stored', async (_, files, why) => {
  const { data, init } = (await send(files(), { ...FORM, bought_on: '2026-03-14' })) as unknown as Refusal
  expect(init.status).toBe(400)
  expect(data.error.proof).toEqual([expect.stringMatching(why)])
  expect(data.initialValue).toMatchObject({ ...FORM, bought_on: '2026-03-14' })
  expect(await db.selectFrom('reviews').select('id').execute()).toEqual([])
  expect(await purchase()).toBeUndefined()
})

test('a file of exactly 5 MB is taken', async () => {
  const content = Buffer.alloc(5 * 1024 * 1024, ' ')
  content.write('%PDF-1.7\n')
  content.write('%%EOF', content.length - 5)
  await send([file(new Uint8Array(content))])
  expect(await proofs()).toMatchObject([{ status: 'PENDING' }])
})

test('errors of other fields come together with that of the file, and the form names the file it lost', async () => {
  const { data } = (await send([file('Order 4471')], { ...FORM, title: '' })) as unknown as Refusal
  expect(Object.keys(data.error).sort()).toEqual(['proof', 'title'])
  const lost = (await send([file(PDF)], { ...FORM, title: '' })) as unknown as Refusal
  expect(lost.data.error.proof).toBeUndefined()
  expect(lost.data.initialValue.proof_name).toBe('order-4471.pdf')
})

test('an account can send at most twenty files a day, and the form returns the entered texts', async () => {
  for (let sent = 0; sent < 20; sent++) expect(await consumeRateLimit('proof of account', ada.id)).toBeUndefined()
  const { data, init } = (await send([file(PDF)])) as unknown as Refusal
  expect(init.status).toBe(400)
  expect(data.error.proof).toEqual(['You can send 20 files a day. Try again in 24 hours.'])
  expect(data.initialValue).toMatchObject(FORM)
  expect(await proofs()).toEqual([])
  expect(toastOf((await send([])) as Response)).toMatchObject({ title: 'Review submitted' })
})

async function approveReviews() {
  const reviews = await db.selectFrom('reviews').select('id').execute()
  await Promise.all(reviews.map(({ id }) => publish(id)))
}

test('another file replaces the one that waits, and a refused one can be followed by another', async () => {
  await send([file(PDF)])
  await approveReviews()
  const first = (await findOwnReview(ada.id, deal.id)).proof!
  expect(toastOf((await send([file(PDF, 'better.pdf')])) as Response)).toMatchObject({ title: 'Purchase saved' })
  const second = (await findOwnReview(ada.id, deal.id)).proof!
  expect(second).toMatchObject({ file_name: 'better.pdf', status: 'PENDING' })
  expect(second.id).not.toBe(first.id)
  await decideOn('purchase_proof', await makeStaff(), second.id, {
    to: 'REJECTED',
    reason: 'NO_EVIDENCE',
    note: 'No name.',
  })
  expect(await purchase()).toMatchObject({ proof_status: 'REFUSED', proof_reason: 'No name.' })
  await send([file(PDF, 'third.pdf')])
  expect(await purchase()).toMatchObject({ proof_status: 'SUBMITTED', proof_reason: null })
})

test('a purchase that was checked keeps its proof when another file or the same review is sent', async () => {
  await send([file(PDF)])
  await approveReviews()
  const proof = (await findOwnReview(ada.id, deal.id)).proof!
  await decideOn('purchase_proof', await makeStaff(), proof.id)
  await send([file(PDF, 'again.pdf')])
  await send([])
  expect(await purchase()).toMatchObject({ proof_status: 'CHECKED' })
  expect(await proofs()).toMatchObject([{ file_name: 'order-4471.pdf', status: 'APPROVED' }])
})

test('only the member and staff can load the file, which cannot run anything', async () => {
  const proof = await makeProof()
  const owner = { id: proof.user_id }
  for (const as of [owner, await makeStaff()]) {
    const { status, headers } = (await see(as, proof.id)) as Response
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="proof.pdf"',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
  }
  const suspended = await makeProfile({ role: 'ADMIN', status: 'SUSPENDED' })
  const placeOf = async (as: { id: string } | null, id: string) =>
    ((await see(as, id)) as Response).headers.get('Location')
  expect(await placeOf(null, proof.id)).toMatch(/^\/auth/)
  for (const as of [ada, suspended]) expect(await placeOf(as, proof.id)).toBe('/')
  // As for a file that is not theirs, so that it tells nothing.
  for (const id of ['nonsense', crypto.randomUUID()]) expect(await placeOf(owner, id)).toBe('/')
  expect(((await see(await makeStaff(), crypto.randomUUID())) as Response).status).toBe(404)
})

test('staff can load the file only while it waits for their decision, its member also afterwards', async () => {
  const [staff, proof] = [await makeStaff(), await makeProof()]
  const statusFor = async (as: { id: string }) => ((await see(as, proof.id)) as Response).status
  await decideOn('purchase_proof', staff, proof.id)
  expect([await statusFor(staff), await statusFor({ id: proof.user_id })]).toEqual([404, 200])
})

test('its member takes back a proof that waits; of a decided one only the file goes', async () => {
  const drop = async (as: { id: string }, id: string) =>
    answer(remove({ request: await requestAs(as, `/proofs/${id}`, {}), params: { id }, context: {} }))
  const [waiting, decided] = [await makeProof({ user_id: ada.id }), await makeProof({ user_id: ada.id })]
  await decideOn('purchase_proof', await makeStaff(), decided.id)
  const other = await makeProfile()
  expect(((await drop(other, waiting.id)) as Response).status).toBe(404)
  for (const { id } of [waiting, decided])
    expect(toastOf((await drop(ada, id)) as Response)).toMatchObject({ title: 'File removed' })
  expect(await db.selectFrom('purchase_proofs').select(['id', 'status', 'content']).execute()).toEqual([
    { id: decided.id, status: 'APPROVED', content: null },
  ])
  const statuses = await db.selectFrom('purchases').select('proof_status').orderBy('proof_status').execute()
  expect(statuses.map(({ proof_status }) => proof_status).sort()).toEqual(['CHECKED', 'NONE'])
  expect(await db.selectFrom('moderation_items').select('id').where('status', '=', 'PENDING').execute()).toEqual([])
})

test('files are deleted 30 days after the decision, those that wait are not', async () => {
  const [waiting, decided] = [await makeProof({ created_at: new Date('2020-01-01') }), await makeProof()]
  await decideOn('purchase_proof', await makeStaff(), decided.id)
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  const kept = async () =>
    (await db.selectFrom('purchase_proofs').select('id').where('content', 'is not', null).execute()).map(({ id }) => id)
  await deleteOldProofs(inDays(29))
  expect((await kept()).sort()).toEqual([waiting.id, decided.id].sort())
  await deleteOldProofs(inDays(31))
  expect(await kept()).toEqual([waiting.id])
  const own = (await findOwnReview(decided.user_id, decided.deal_id)).proof
  expect(own).toMatchObject({ status: 'APPROVED', has_content: false })
})

/** Sends a decision on an item from its own page, or from the page of another one. */
async function sendDecision(staff: { id: string }, kind: Kind, id: string, form: Record<string, string>, page = id) {
  const { version } = await loadedItem(kind, id)
  const params = { kind: page === id ? specOf(kind).segment : 'reviews', id: page }
  const fields = { kind: specOf(kind).segment, id, version: String(version), ...form }
  const request = await requestAs(staff, `/admin/queue/${params.kind}/${page}`, fields)
  return answer(itemPage.action({ request, params, context: {} }))
}

async function makeReviewWithProof() {
  const review = await makeReview({ user_id: ada.id, deal_id: deal.id })
  const proof = await makeProof({ user_id: ada.id, deal_id: deal.id })
  return { review, proof }
}
const statusOf = async (table: 'review_versions' | 'purchase_proofs', id: string) =>
  (await db.selectFrom(table).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test('a proof is an item of its own, which is also decided on the page of its review', async () => {
  const [staff, { review, proof }] = [await makeStaff(), await makeReviewWithProof()]
  const path = itemPath('review', review.id)
  const page = { pattern: '/admin/queue/:kind/:id', path, routes: [itemPage] }
  const words = wordsOf(await renderPage(staff, page))
  expect(words).toContain('Purchase verified')
  const sent = await sendDecision(staff, 'purchase_proof', proof.id, { intent: 'approve' }, review.id)
  expect((sent as Response).headers.get('Location')).toBe(path)
  expect(await statusOf('purchase_proofs', proof.id)).toBe('APPROVED')
  expect(await statusOf('review_versions', review.id)).toBe('PENDING')
  expect(wordsOf(await renderPage(staff, page))).not.toContain('Purchase verified')
})

test('review and proof are decided and undone in either order', async () => {
  const [staff, { review, proof }] = [await makeStaff(), await makeReviewWithProof()]
  await decideOn('review', staff, review.id)
  await decideOn('purchase_proof', staff, proof.id, { to: 'REJECTED', reason: 'NO_EVIDENCE', note: 'Another product.' })
  expect(await undoLast(staff, review.id)).toEqual({ is: 'done' })
  expect(await statusOf('purchase_proofs', proof.id)).toBe('REJECTED')
  expect(await undoLast(staff, proof.id)).toEqual({ is: 'done' })
  await decideOn('purchase_proof', staff, proof.id)
  expect(await purchase()).toMatchObject({ proof_status: 'CHECKED' })
  expect(await statusOf('review_versions', review.id)).toBe('PENDING')
})

test('a proof is not refused without a sentence', async () => {
  const [staff, proof] = [await makeStaff(), await makeProof()]
  const sent = await sendDecision(staff, 'purchase_proof', proof.id, { intent: 'reject', note: ' ' })
  expect((sent as unknown as Refusal).data.error).toEqual({ note: ['Write one sentence: the person reads it.'] })
  expect(await statusOf('purchase_proofs', proof.id)).toBe('PENDING')
})

test('a proof whose file is deleted does not wait again', async () => {
  const [staff, proof] = [await makeStaff(), await makeProof()]
  await decideOn('purchase_proof', staff, proof.id)
  await deleteOldProofs(new Date(Date.now() + 31 * 86_400_000))
  const outcome = await reopen(staff, 'purchase_proof', proof.id)
  expect(outcome).toEqual({
    is: 'conflict',
    text: 'Its file is deleted, so it cannot be decided again.',
  })
})

test('undoing the decision on a proof lets the purchase wait again', async () => {
  const [staff, { proof }] = [await makeStaff(), await makeReviewWithProof()]
  await decideOn('purchase_proof', staff, proof.id)
  expect(await purchase()).toMatchObject({ proof_status: 'CHECKED' })
  await undoLast(staff, proof.id)
  expect(await purchase()).toMatchObject({ proof_status: 'SUBMITTED' })
})
