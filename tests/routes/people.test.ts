import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { action as accountAction } from '~/routes/account_.settings/route'
import { loader as dealReviews } from '~/routes/deals.$slug._index/route'
import * as person from '~/routes/people.$id/route'
import { makeChangeLog, makeDeal, makeProfile, makePurchase, makeReview, makeSuggestion } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs } from '../requests'

let ada: Awaited<ReturnType<typeof makeProfile>>
beforeEach(async () => {
  ada = await makeProfile({ name: 'Ada', email: 'ada@example.com' })
})

const open = async (id: string, as: { id: string } | null = null, query = '') =>
  answer(person.loader({ request: await requestAs(as, `/people/${id}${query}`), params: { id }, context: {} }))
const changeProfile = async (intent: string) =>
  answer(accountAction({ request: await requestAs(ada, '/account/settings', { intent }), params: {}, context: {} }))

test('a public profile shows approved contributions to published deals, and never the email', async () => {
  const [deal, draft] = [await makeDeal({ published: true, title: 'Moorline' }), await makeDeal({ published: false })]
  const by = { user_id: ada.id, deal_id: deal.id }
  await makeReview({ ...by, status: 'APPROVED', title: 'Good value' })
  await makeReview({ user_id: ada.id, status: 'PENDING' })
  await makeReview({ user_id: ada.id, deal_id: draft.id, status: 'APPROVED' })
  await makeChangeLog({ reported_by_user_id: ada.id, deal_id: deal.id, status: 'APPROVED', title: 'Five seats' })
  await makeChangeLog({ reported_by_user_id: ada.id, deal_id: deal.id, status: 'REJECTED' })
  await makeSuggestion({ ...by, status: 'APPROVED' })
  await makeSuggestion({ user_id: ada.id, deal_id: draft.id, status: 'APPROVED' })
  await makePurchase({ ...by, proof_status: 'CHECKED', proof_decided_at: new Date() })
  await makePurchase({ user_id: ada.id, deal_id: draft.id })

  const page = await open(ada.id)
  expect(page).toMatchObject({
    name: 'Ada',
    isOwn: false,
    counts: { reviews: 1, checked: 1, changes: 1, suggestions: 1 },
    reviews: [{ title: 'Good value', deal: 'Moorline' }],
    changes: [{ title: 'Five seats', deal: 'Moorline' }],
    suggestions: [{ title: 'Moorline' }],
  })
  expect(JSON.stringify(page)).not.toContain('ada@example.com')
})

test('a public profile says since when, and a member without a name is called Member', async () => {
  const { id } = await makeProfile({ name: null, created_at: new Date('2026-03-14') })
  const html = await renderPage(null, { pattern: '/people/:id', path: `/people/${id}`, routes: [person] })
  expect(wordsOf(html)).toContain('Member Member since Mar 2026')
})

test('only its owner can open a profile that is switched off, and names on reviews do not link to it', async () => {
  const { deal_id } = await makeReview({ user_id: ada.id, status: 'APPROVED' })
  const { slug } = await db.selectFrom('deals').select('slug').where('id', '=', deal_id).executeTakeFirstOrThrow()
  const reviewer = async () => {
    const request = await requestAs(null, `/deals/${slug}`)
    const page = await answer(dealReviews({ request, params: { slug }, context: {} }))
    return (page as { reviews: object[] }).reviews[0]
  }
  expect(await reviewer()).toMatchObject({ author_name: 'Ada', person_id: ada.id })

  await changeProfile('hide-profile')
  expect(await open(ada.id)).toMatchObject({ status: 404 })
  expect(await open(ada.id, await makeProfile({ role: 'ADMIN' }))).toMatchObject({ status: 404 })
  expect(await open(ada.id, ada)).toMatchObject({ isOwn: true, isOpen: false })
  expect(await reviewer()).toMatchObject({ author_name: 'Ada', person_id: null })

  await changeProfile('show-profile')
  expect(await open(ada.id)).toMatchObject({ isOwn: false, isOpen: true })
})

test('suspended and unconfirmed accounts, and addresses that are no id, have no public profile', async () => {
  const suspended = await makeProfile({ status: 'SUSPENDED' })
  const unconfirmed = await makeProfile({ confirmed_at: null })
  for (const id of [suspended.id, unconfirmed.id, crypto.randomUUID(), 'nonsense']) {
    expect(await open(id), id).toMatchObject({ status: 404 })
  }
})

test('reviews of a member have ten on a page, and a page beyond the last redirects to the last one', async () => {
  for (let count = 0; count < 11; count++) await makeReview({ user_id: ada.id, status: 'APPROVED' })
  expect((await open(ada.id)) as object).toMatchObject({ reviews: { length: 10 }, pages: 2 })
  expect((await open(ada.id, null, '?page=2')) as object).toMatchObject({ reviews: { length: 1 } })
  const response = (await open(ada.id, null, '?page=9')) as Response
  expect(response.headers.get('Location')).toBe(`/people/${ada.id}?page=2`)
})
