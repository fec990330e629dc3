import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { action, loader } from '~/routes/deals.$slug.changes/route'
import { makeChangeLog, makeDeal, makeProfile } from '../factories'
import { answer, requestAs, toastOf } from '../requests'

type Person = { id: string } | null
type Form = Record<string, string>
type Refusal = { data: { error: Record<string, string[]> }; init: { status: number; headers: Record<string, string> } }

const FORM = { title: 'Seats raised', description: 'Five instead of three.' }

const send = async (as: Person, slug: string, form: Form = FORM, search = '') =>
  answer(
    action({ request: await requestAs(as, `/deals/${slug}/changes${search}`, form), params: { slug }, context: {} }),
  )
const open = async (as: Person, slug: string, search = '') =>
  loader({ request: await requestAs(as, `/deals/${slug}/changes${search}`), params: { slug }, context: {} })
const stored = () => db.selectFrom('change_logs').selectAll().execute()

test('a change report submitted concurrently is stored once, and the author is redirected with a toast', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const details = {
    kind: 'PRICE',
    old_value: '$49.00',
    new_value: '$59.00',
    effective_on: '2026-02-28',
    source_url: 'https://vendor.example/plans',
    affects_owners: 'NO',
  }
  for (const response of await Promise.all([1, 2, 3].map(() => send(ada, deal.slug, { ...FORM, ...details })))) {
    expect((response as Response).headers.get('Location')).toBe(`/deals/${deal.slug}/changes#record`)
    const said = { title: 'Change reported', text: 'Your report is pending verification' }
    expect(toastOf(response as Response)).toMatchObject({ tone: 'success', ...said })
  }
  const author = { deal_id: deal.id, reported_by_user_id: ada.id, status: 'PENDING' }
  expect(await stored()).toMatchObject([{ ...FORM, ...details, ...author }])
})

test('visitors and suspended members cannot report changes, and drafts have no reports', async () => {
  const [deal, draft] = [await makeDeal(), await makeDeal({ published: false })]
  const suspended = await makeProfile({ status: 'SUSPENDED' })

  const toSignIn = (await send(null, deal.slug)) as Response
  const back = new URL(toSignIn.headers.get('Location')!, 'http://localhost')
  expect([back.pathname, back.searchParams.get('redirectTo')]).toEqual(['/auth', `/deals/${deal.slug}/changes#record`])
  const said = { title: 'Authentication required', text: 'Please sign in to report changes' }
  expect(toastOf(toSignIn)).toMatchObject({ tone: 'error', ...said })

  const refused = (await send(suspended, deal.slug)) as Response
  expect([refused.status, await refused.text()]).toEqual([403, 'Your account is suspended'])
  const admin = await makeProfile({ role: 'ADMIN' })
  for (const slug of [draft.slug, 'unknown']) expect(await send(admin, slug)).toMatchObject({ status: 404 })
  expect(await stored()).toEqual([])
})

test('a change report ignores submitted author, status and date', async () => {
  const [ada, eve, deal] = [await makeProfile(), await makeProfile(), await makeDeal()]
  const hidden = {
    id: crypto.randomUUID(),
    deal_id: (await makeDeal()).id,
    reported_by_user_id: eve.id,
    status: 'APPROVED',
    moderated_by: ada.id,
    moderated_at: '2020-01-01',
    moderation_reason: 'None',
    verified_at: '2020-01-01',
    created_at: '2020-01-01',
  }
  await send(ada, deal.slug, { ...FORM, ...hidden })

  const [row] = await stored()
  expect(row).toMatchObject({ deal_id: deal.id, reported_by_user_id: ada.id, status: 'PENDING', moderated_by: null })
  expect(row!.id).not.toBe(hidden.id)
  expect(row!.created_at.getFullYear()).toBeGreaterThan(2020)
})

test('an invalid change report returns errors by field and the submitted values', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const form = { title: 'a'.repeat(101), description: '', effective_on: '2026-02-30', source_url: 'vendor' }
  const refusal = (await send(ada, deal.slug, form)) as Refusal
  expect(Object.keys(refusal.data.error).sort()).toEqual(['description', 'effective_on', 'source_url', 'title'])
  const typed = { title: form.title, effective_on: form.effective_on, source_url: form.source_url }
  expect(refusal).toMatchObject({ init: { status: 400 }, data: { initialValue: typed } })
  expect(await send(ada, deal.slug, { ...FORM, title: 'a\0b' })).toMatchObject({ status: 400 })
  expect(await stored()).toEqual([])
})

test('the eleventh change report or edit of a day answers 429 with the submitted values', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await send(ada, deal.slug, { ...FORM, title: '' })
  for (let i = 1; i <= 10; i++) await send(ada, deal.slug, { ...FORM, title: `Report ${i}` })
  expect(await stored()).toHaveLength(10)

  const eleventh = { ...FORM, title: 'One too many' }
  for (const search of ['', `?edit=${(await stored())[0]!.id}`]) {
    const refusal = (await send(ada, deal.slug, eleventh, search)) as Refusal
    expect(refusal).toMatchObject({ init: { status: 429 }, data: { initialValue: eleventh } })
    expect(refusal.data.error['']).toEqual([expect.stringMatching(/10 change reports a day.*Try again in \d+ hours/)])
    expect(Number(refusal.init.headers['Retry-After'])).toBeGreaterThan(3_600)
  }
  expect(await send(ada, deal.slug, { ...FORM, title: 'Report 10' })).toMatchObject({ status: 303 })
  expect(await stored()).toHaveLength(10)
  expect(await send(await makeProfile(), deal.slug)).toMatchObject({ status: 303 })
})

test('double clicks and repeated edits count once towards the daily limit', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  for (let i = 1; i <= 9; i++) {
    const click = () => send(ada, deal.slug, { ...FORM, title: `Report ${i}` })
    expect(await Promise.all([click(), click()])).toMatchObject([{ status: 303 }, { status: 303 }])
  }
  const [first] = await stored()
  const edit = () => send(ada, deal.slug, { ...FORM, title: 'Edited' }, `?edit=${first!.id}`)
  expect(await Promise.all([edit(), edit()])).toMatchObject([{ status: 303 }, { status: 303 }])
  expect(await stored()).toHaveLength(9)
  expect(await db.selectFrom('rate_limits').select('points').execute()).toEqual([{ points: 10 }])
})

test('the same report with another value is a new report', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await send(ada, deal.slug, { ...FORM, kind: 'PRICE', new_value: '$59.00' })
  await send(ada, deal.slug, { ...FORM, kind: 'PRICE', new_value: '$69.00' })
  expect((await stored()).map(({ new_value }) => new_value).sort()).toEqual(['$59.00', '$69.00'])
})

test('pending and rejected reports are shown only to their author', async () => {
  const [deal, author] = [await makeDeal(), await makeProfile()]
  const secret = { deal_id: deal.id, reported_by_user_id: author.id, description: 'Secret words' }
  const { id } = await makeChangeLog({ ...secret, title: 'Secret title' })
  for (const status of ['PENDING', 'REJECTED'] as const) {
    await db.updateTable('change_logs').set({ status }).where('id', '=', id).execute()
    for (const reader of [null, await makeProfile(), await makeProfile({ role: 'ADMIN' })]) {
      const page = JSON.stringify(await open(reader, deal.slug, `?edit=${id}`))
      expect(page).not.toMatch(/secret/i)
      expect(page).not.toContain(id)
    }
    expect(await open(author, deal.slug, `?edit=${id}`)).toMatchObject({ own: [{ id, status }], edited: { id } })
    expect((await open(author, deal.slug)).edited).toBeUndefined()
  }
})

test('an edited report replaces the old one and is pending again', async () => {
  const deal = await makeDeal()
  const rejected = await makeChangeLog({ deal_id: deal.id, status: 'REJECTED', moderation_reason: 'No source' })
  const author = { id: rejected.reported_by_user_id! }

  const response = await send(author, deal.slug, FORM, `?edit=${rejected.id}`)

  expect(toastOf(response as Response)).toMatchObject({ title: 'Change reported' })
  expect(await stored()).toMatchObject([{ ...FORM, id: rejected.id, status: 'PENDING', moderation_reason: null }])
})

test('editing a verified, foreign or unknown report answers 404 with the submitted values', async () => {
  const deal = await makeDeal()
  const verified = await makeChangeLog({ deal_id: deal.id, status: 'APPROVED' })
  const pending = await makeChangeLog({ deal_id: deal.id })
  const author = { id: verified.reported_by_user_id! }
  for (const id of [verified.id, pending.id, crypto.randomUUID()]) {
    const refusal = await send(author, deal.slug, FORM, `?edit=${id}`)
    expect(refusal).toMatchObject({ init: { status: 404 }, data: { initialValue: FORM } })
  }
  expect(await stored()).toEqual(expect.arrayContaining([verified, pending]))
})

test('a change report keeps the submitted values when the database fails', async () => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  await db.schema.alterTable('rate_limits').renameTo('away').execute()
  try {
    const refusal = (await send(ada, deal.slug)) as Refusal
    expect(refusal).toMatchObject({ init: { status: 503 }, data: { initialValue: FORM } })
    expect(refusal.data.error['']).toEqual([expect.stringContaining('Failed to submit change report')])
    expect(refusal.init.headers['Retry-After']).toBeDefined()
  } finally {
    await db.schema.alterTable('away').renameTo('rate_limits').execute()
  }
  expect(await stored()).toEqual([])
})
