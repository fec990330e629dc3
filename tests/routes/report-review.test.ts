import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { loader as dealPage } from '~/routes/deals.$slug._index/route'
import * as report from '~/routes/deals.$slug_.report.$id/route'
import { makeDeal, makeProfile, makeReview } from '../factories'
import { renderPage } from '../render'
import { answer, requestAs } from '../requests'

type Person = Parameters<typeof requestAs>[0]

async function makePublic() {
  const [author, deal] = [await makeProfile(), await makeDeal()]
  return { author, deal, review: await makeReview({ deal_id: deal.id, user_id: author.id, status: 'APPROVED' }) }
}

async function send(person: Person, slug: string, id: string, form: Record<string, string>) {
  const request = await requestAs(person, `/deals/${slug}/report/${id}`, form)
  request.headers.set('Accept', 'text/html')
  return (await answer(report.action({ request, params: { slug, id }, context: {} }))) as Response
}

const open = async (person: Person, slug: string, id: string) =>
  (await answer(
    report.loader({
      request: await requestAs(person, `/deals/${slug}/report/${id}`),
      params: { slug, id },
      context: {},
    }),
  )) as Response & { reportedOn?: Date; isOwn?: boolean; canWrite?: boolean }

const listReports = () => db.selectFrom('review_reports').select(['user_id', 'reason', 'text']).execute()

test('a reader reports a review, reads when, and takes it back', async () => {
  const [{ deal, review }, reader] = [await makePublic(), await makeProfile()]
  const sent = await send(reader, deal.slug, review.id, { reason: 'OTHER', text: ' A brochure. ' })
  expect(sent.headers.get('Location')).toBe(`/deals/${deal.slug}#review-${review.id}`)
  expect(await listReports()).toEqual([{ user_id: reader.id, reason: 'OTHER', text: 'A brochure.' }])
  expect((await open(reader, deal.slug, review.id)).reportedOn).toBeInstanceOf(Date)
  const reportedOn = async (person: Person) => {
    const request = await requestAs(person, `/deals/${deal.slug}`)
    const { reviews } = await dealPage({ request, params: { slug: deal.slug }, context: {} })
    return reviews.map(({ reported_on }) => reported_on)
  }
  expect(await reportedOn(reader)).toEqual([expect.any(Date)])
  expect(await reportedOn(await makeProfile())).toEqual([null])
  expect(await reportedOn(null)).toEqual([null])
  await send(reader, deal.slug, review.id, { intent: 'withdraw' })
  expect(await listReports()).toEqual([])
})

test('the form offers six reasons, and a report with any of them is stored', async () => {
  const [{ deal, review }, reader] = [await makePublic(), await makeProfile()]
  const page = { pattern: '/deals/:slug/report/:id', path: `/deals/${deal.slug}/report/${review.id}`, routes: [report] }
  const html = await renderPage(reader, page)
  const choices = [...html.matchAll(/<input(?=[^>]* name="reason")[^>]* value="(\w+)"[^>]*><span>([^<]*)/g)]
  expect(choices.map(([, , label]) => label)).toEqual([
    'Spam',
    'Not about this product',
    'Conflict of interest',
    'Abusive',
    'Private data',
    'Something else',
  ])
  const reasons = choices.map(([, reason = '']) => reason)
  for (const reason of reasons) await send(await makeProfile(), deal.slug, review.id, { reason, text: 'A brochure.' })
  expect((await listReports()).map(({ reason }) => reason).sort()).toEqual(reasons.sort())
})

test('an invalid form returns with an error at the field and the entered values', async () => {
  const [{ deal, review }, reader] = [await makePublic(), await makeProfile()]
  const errorOf = async (form: Record<string, string>) =>
    ((await send(reader, deal.slug, review.id, form)) as unknown as { data: object }).data
  expect(await errorOf({ text: 'Look' })).toMatchObject({
    error: { reason: ['Choose what is wrong with the review.'] },
    initialValue: { text: 'Look' },
  })
  expect(await errorOf({ reason: 'OTHER', text: ' ' })).toMatchObject({
    error: { text: ['Say what is wrong with it.'] },
  })
  expect(await errorOf({ reason: 'SPAM', text: 'x'.repeat(501) })).toMatchObject({
    error: { text: [expect.stringContaining('500')] },
  })
  expect(await listReports()).toEqual([])
})

test('a review of another deal, one that is not public and an unknown one answer 404', async () => {
  const [{ deal, review }, reader, other] = [await makePublic(), await makeProfile(), await makeDeal()]
  const waiting = await makeReview({ deal_id: deal.id })
  for (const [slug, id] of [
    [other.slug, review.id],
    [deal.slug, waiting.id],
    [deal.slug, crypto.randomUUID()],
    [deal.slug, 'x'],
    ['nowhere', review.id],
  ] as const) {
    expect((await open(reader, slug, id)).status).toBe(404)
    expect((await send(reader, slug, id, { reason: 'SPAM' })).status).toBe(404)
  }
  expect(await listReports()).toEqual([])
})

test('visitors sign in first and return, and authors and suspended members are refused', async () => {
  const { author, deal, review } = await makePublic()
  const back = `/auth?redirectTo=${encodeURIComponent(`/deals/${deal.slug}/report/${review.id}`)}`
  expect((await open(null, deal.slug, review.id)).headers.get('Location')).toBe(back)
  expect((await send(null, deal.slug, review.id, { reason: 'SPAM' })).headers.get('Location')).toBe(back)
  expect(await open(author, deal.slug, review.id)).toMatchObject({ isOwn: true })
  expect((await send(author, deal.slug, review.id, { reason: 'SPAM' })).status).toBe(403)
  const suspended = await makeProfile({ status: 'SUSPENDED' })
  expect(await open(suspended, deal.slug, review.id)).toMatchObject({ canWrite: false })
  expect((await send(suspended, deal.slug, review.id, { reason: 'SPAM' })).status).toBe(403)
  expect(await listReports()).toEqual([])
})
