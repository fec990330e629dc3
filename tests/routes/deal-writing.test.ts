import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import * as reviews from '~/routes/deals.$slug._index/route'
import * as changes from '~/routes/deals.$slug.changes/route'
import * as comments from '~/routes/deals.$slug.comments/route'
import { makeChangeLog, makeComment, makeDeal, makeProfile, makeReview } from '../factories'
import { type RouteModule, renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'
import { makeDealRedirect } from '../staff-factories'

type Person = { id: string } | null
type Form = Record<string, string>

const times = <Row>(count: number, make: () => Promise<Row>) => Promise.all(Array.from({ length: count }, () => make()))

/** The tabs with forms for members, each with valid values. */
const TABS = [
  {
    tab: 'reviews',
    table: 'review_versions',
    route: reviews,
    path: '',
    form: { rating: '4', title: 'Good value', body: 'Paid once.' } as Form,
    signIn: 'Please sign in to submit a review',
    said: ['Review submitted', 'Your review is pending moderation'],
    perDay: 5,
    failure: 'Failed to submit review',
    author: 'user_id',
    make: (deal_id: string, user_id: string) =>
      makeReview({ deal_id, user_id, title: 'Secret title', body: 'Secret words' }),
  },
  {
    tab: 'comments',
    table: 'comments',
    route: comments,
    path: '/comments',
    form: { body: 'Works offline?' } as Form,
    signIn: 'Please sign in to comment',
    said: ['Comment submitted', 'Your comment is pending moderation'],
    perDay: 20,
    failure: 'Failed to submit comment',
    author: 'user_id',
    make: (deal_id: string, user_id: string) => makeComment({ deal_id, user_id, body: 'Secret words' }),
  },
] as const

/** More on change reports is in change-report.test.ts. */
const CHANGE_REPORTS = {
  tab: 'change reports',
  table: 'change_logs',
  route: changes,
  path: '/changes',
  form: { title: 'Seats raised', description: 'Five instead of three.' } as Form,
  signIn: 'Please sign in to report changes',
  failure: 'Failed to submit change report',
  author: 'reported_by_user_id',
  make: (deal_id: string, reported_by_user_id: string) =>
    makeChangeLog({ deal_id, reported_by_user_id, title: 'Secret title', description: 'Secret words' }),
} as const

type Tab = Pick<(typeof TABS)[number] | typeof CHANGE_REPORTS, 'table' | 'route' | 'path' | 'form'>

function requestsTo({ table, route, path, form }: Tab) {
  const at = (slug: string, search = '') => `/deals/${slug}${path}${search}`
  return {
    at,
    send: async (as: Person, slug: string, fields: Form = form, search = '') =>
      answer(route.action({ request: await requestAs(as, at(slug, search), fields), params: { slug }, context: {} })),
    open: async (as: Person, slug: string, search = '') =>
      answer<object>(route.loader({ request: await requestAs(as, at(slug, search)), params: { slug }, context: {} })),
    stored: () => db.selectFrom(table).selectAll().execute(),
  }
}

describe.each([...TABS, CHANGE_REPORTS])('submitting $tab', (tab) => {
  const { table, route, path, form, signIn, failure, author, make } = tab
  const { at, send, open, stored } = requestsTo(tab)

  test('a visitor who submits a contribution is redirected to sign-in and back', async () => {
    const deal = await makeDeal()
    const response = (await send(null, deal.slug)) as Response
    const back = new URL(response.headers.get('Location')!, 'http://localhost')
    expect([back.pathname, back.searchParams.get('redirectTo')]).toEqual([
      '/auth',
      `${at(deal.slug)}#${tab === CHANGE_REPORTS ? 'report' : 'record'}`,
    ])
    expect(toastOf(response)).toMatchObject({ tone: 'error', title: 'Authentication required', text: signIn })
    expect(await stored()).toEqual([])
  })

  test('a suspended member who submits a contribution gets 403', async () => {
    const [eve, deal] = [await makeProfile({ status: 'SUSPENDED' }), await makeDeal()]
    const response = (await send(eve, deal.slug)) as Response
    expect([response.status, await response.text()]).toEqual([403, 'Your account is suspended'])
    expect(await stored()).toEqual([])
  })

  test('contributions to drafts and unknown deals answer 404', async () => {
    const [ada, draft] = [await makeProfile({ role: 'ADMIN' }), await makeDeal({ published: false })]
    for (const slug of [draft.slug, 'unknown']) expect(await send(ada, slug)).toMatchObject({ status: 404 })
    expect(await stored()).toEqual([])
  })

  test('a contribution ignores submitted author, status and date', async () => {
    const [ada, eve, deal] = [await makeProfile(), await makeProfile(), await makeDeal()]
    const hidden = {
      id: crypto.randomUUID(),
      [author]: eve.id,
      deal_id: (await makeDeal()).id,
      status: 'APPROVED',
      moderation_reason: 'None',
      moderated_by: ada.id,
      moderated_at: '2020-01-01',
      verified_at: '2020-01-01',
      created_at: '2020-01-01',
      karma: '100',
    }
    await send(ada, deal.slug, { ...form, ...hidden })
    const [row] = await stored()
    expect(row).toMatchObject({ [author]: ada.id, deal_id: deal.id, status: 'PENDING', moderated_by: null })
    expect(row!.id).not.toBe(hidden.id)
    expect(row!.created_at.getFullYear()).toBeGreaterThan(2020)
  })

  test('a contribution keeps the submitted values when the database fails', async () => {
    const [ada, deal] = [await makeProfile(), await makeDeal()]
    const sendWhileFailing = async (code: string) => {
      await failInserts(table, code)
      try {
        return await send(ada, deal.slug)
      } finally {
        await letInserts(table)
      }
    }
    expect(await sendWhileFailing('53100')).toMatchObject({
      init: { status: 503, headers: { 'Retry-After': '5' } },
      data: {
        initialValue: form,
        error: { '': [`${failure}. Please try again in a moment.`] },
      },
    })
    await failInserts(table, '53100')
    const page = { pattern: `/deals/:slug${path}`, path: at(deal.slug), routes: [route as RouteModule], form }
    const said = wordsOf(await renderPage(ada, page))
    await letInserts(table)
    expect(said).toContain(`Error ${failure}. Please try again in a moment.`)
    await expect(sendWhileFailing('42703')).rejects.toMatchObject({ code: '42703' })
  })

  test('pending and rejected contributions are shown only to their author', async () => {
    const [deal, ada] = [await makeDeal(), await makeProfile({ name: 'Secret author' })]
    const row = await make(deal.id, ada.id)
    for (const status of ['PENDING', 'REJECTED'] as const) {
      await db.updateTable(table).set({ status }).where('id', '=', row.id).execute()
      for (const reader of [null, await makeProfile(), await makeProfile({ role: 'ADMIN' })]) {
        const page = JSON.stringify(await open(reader, deal.slug, `?edit=${row.id}`))
        expect(page).not.toMatch(/secret/i)
        expect(page).not.toContain(row.id)
      }
      expect(JSON.stringify(await open(ada, deal.slug))).toContain('Secret words')
    }
  })
})

describe.each(TABS)('submitting $tab', (tab) => {
  const { table, form, said, perDay } = tab
  const { at, send, stored } = requestsTo(tab)

  test('a contribution submitted twice is stored once, and its author is redirected to the tab with a toast', async () => {
    const [ada, deal] = [await makeProfile(), await makeDeal()]
    for (let i = 0; i < 2; i++) {
      const response = (await send(ada, deal.slug)) as Response
      expect([response.status, response.headers.get('Location')]).toEqual([303, `${at(deal.slug)}#record`])
      expect(toastOf(response)).toMatchObject({ tone: 'success', title: said[0], text: said[1] })
    }
    expect(await stored()).toMatchObject([{ user_id: ada.id, deal_id: deal.id, status: 'PENDING', body: form.body }])
  })

  test('a contribution from the page of a renamed deal is saved, and its author is redirected to the new address', async () => {
    const [ada, deal] = [await makeProfile(), await makeDeal({ slug: 'new-name' })]
    await makeDealRedirect({ slug: 'old-name', deal_id: deal.id, title: deal.title })
    const response = (await send(ada, 'old-name')) as Response
    expect([response.status, response.headers.get('Location')]).toEqual([303, `${at('new-name')}#record`])
    expect(await stored()).toMatchObject([{ user_id: ada.id, deal_id: deal.id, body: form.body }])
  })

  test.each([
    ['😀'.repeat(1_001), 'can have at most 1000 characters, not 1001.'],
    [' \r\n ', 'is required'],
    ['\u200b', 'has no visible text.'],
    ['', 'is required'],
  ])('a contribution with a blank or overlong body answers 400 and says so', async (body, message) => {
    const [ada, deal] = [await makeProfile(), await makeDeal()]
    const result = await send(ada, deal.slug, { ...form, body })
    const error = { body: [expect.stringContaining(message)] }
    expect(result).toMatchObject({ init: { status: 400 }, data: { error } })
    expect(await stored()).toEqual([])
  })

  test('a contribution may have 1000 characters of any kind', async () => {
    const [ada, deal] = [await makeProfile(), await makeDeal()]
    const body = `${'😀'.repeat(998)}\r\n.`
    expect(await send(ada, deal.slug, { ...form, body })).toMatchObject({ status: 303 })
    expect(await stored()).toMatchObject([{ body: body.replace('\r', '') }])
  })

  test('a contribution with a NUL character answers 400', async () => {
    const [ada, deal] = [await makeProfile(), await makeDeal()]
    expect(await send(ada, deal.slug, { ...form, body: 'a\0b' })).toMatchObject({ status: 400 })
  })

  test(`more than ${perDay} contributions a day answer 429, and invalid ones do not count`, async () => {
    const [ada, bob] = [await makeProfile(), await makeProfile()]
    const deals = await Promise.all(Array.from({ length: perDay + 1 }, () => makeDeal()))
    const last = deals.pop()!
    await send(ada, last.slug, { ...form, body: '' })
    for (const { slug } of deals) expect(await send(ada, slug)).toMatchObject({ status: 303 })

    const refusal = (await send(ada, last.slug)) as { init: { headers: Record<string, string> } }
    expect(refusal).toMatchObject({ init: { status: 429 }, data: { initialValue: form } })
    expect(refusal).toMatchObject({
      data: { error: { '': [expect.stringMatching(/Try again in \d+ (hours|minutes)/)] } },
    })
    expect(Number(refusal.init.headers['Retry-After'])).toBeGreaterThan(60)
    expect(await stored()).toHaveLength(perDay)
    expect(await send(bob, last.slug)).toMatchObject({ status: 303 })

    // A double click on the last accepted one does not exceed the limit.
    expect(await send(ada, deals.at(-1)!.slug)).toMatchObject({ status: 303 })
    // A review is parsed before its limit is asked.
    const refused = table === 'comments' ? { init: { status: 429 } } : { status: 400 }
    expect(await send(ada, last.slug, { 'body[10000000]': 'x' })).toMatchObject(refused)
  })

  test('resubmitting the same contribution counts once and does not change an approved one', async () => {
    const [ada, deal] = [await makeProfile(), await makeDeal()]
    for (let i = 0; i <= perDay; i++) expect(await send(ada, deal.slug)).toMatchObject({ status: 303 })

    await db.updateTable(table).set({ status: 'APPROVED' }).execute()
    await db
      .updateTable('reviews')
      .set((eb) => ({ published_id: eb.ref('id') }))
      .execute()
    const [approved] = await stored()
    const again = (await send(ada, deal.slug, form, table === 'comments' ? `?edit=${approved!.id}` : '')) as Response
    expect(toastOf(again)).toMatchObject({ title: 'Nothing to change' })
    expect(await stored()).toEqual([approved])
  })

  test('RATE_LIMIT=0 disables the daily limit of contributions', async () => {
    const ada = await makeProfile()
    env.RATE_LIMIT = false
    try {
      for (const { slug } of await times(perDay + 1, makeDeal)) {
        expect(await send(ada, slug)).toMatchObject({ status: 303 })
      }
    } finally {
      env.RATE_LIMIT = true
    }
    expect(await db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
  })
})

test.each(['', '0', '6', '4.5', 'five', '-1', '1e1'])('the rating %j is rejected', async (rating) => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const request = await requestAs(ada, `/deals/${deal.slug}`, { rating, title: 'Title', body: 'Body' })
  const result = await answer(reviews.action({ request, params: { slug: deal.slug }, context: {} }))
  expect(result).toMatchObject({ init: { status: 400 }, data: { error: { rating: ['Please select a rating'] } } })
})

describe('editing a comment', () => {
  const send = async (as: Person, slug: string, id: string) => {
    const request = await requestAs(as, `/deals/${slug}/comments?edit=${id}`, { body: 'Said better' })
    return answer(comments.action({ request, params: { slug }, context: {} }))
  }

  test('editing a comment fills the form and replaces the old text', async () => {
    const deal = await makeDeal()
    const comment = await makeComment({ deal_id: deal.id, status: 'REJECTED' })
    const author = { id: comment.user_id! }
    const request = await requestAs(author, `/deals/${deal.slug}/comments?edit=${comment.id}`)
    const page = await comments.loader({ request, params: { slug: deal.slug }, context: {} })
    expect(page.edited).toMatchObject({ body: comment.body })

    expect(await send(author, deal.slug, comment.id)).toMatchObject({ status: 303 })
    const rows = await db.selectFrom('comments').select(['id', 'body', 'status']).execute()
    expect(rows).toEqual([{ id: comment.id, body: 'Said better', status: 'PENDING' }])
  })

  test('editing a comment repeatedly with the same text counts once', async () => {
    const deal = await makeDeal()
    const comment = await makeComment({ deal_id: deal.id, status: 'REJECTED' })
    const author = { id: comment.user_id! }
    for (const result of await times(25, () => send(author, deal.slug, comment.id))) {
      expect(result).toMatchObject({ status: 303 })
    }
    expect(await db.selectFrom('rate_limits').select('points').execute()).toEqual([{ points: 1 }])
  })

  test('editing a comment of another member or deal answers 404', async () => {
    const [comment, other] = [await makeComment(), await makeDeal({ slug: 'other' })]
    const { slug } = await db
      .selectFrom('deals')
      .select('slug')
      .where('id', '=', comment.deal_id)
      .executeTakeFirstOrThrow()
    const eve = await makeProfile()
    expect(await send(eve, slug, comment.id)).toMatchObject({ status: 404 })
    expect(await send({ id: comment.user_id! }, other.slug, comment.id)).toMatchObject({ status: 404 })
    expect(await send(eve, slug, crypto.randomUUID())).toMatchObject({ status: 404 })
    expect(await db.selectFrom('comments').selectAll().execute()).toEqual([comment])
  })
})

async function failInserts(table: string, code: string) {
  await sql`
    create or replace function refuse() returns trigger language plpgsql as
    ${sql.lit(`begin raise exception 'refused' using errcode = '${code}'; end`)}`.execute(db)
  await sql`create trigger refuse before insert on ${sql.table(table)} execute function refuse()`.execute(db)
}

async function letInserts(table: string) {
  await sql`drop trigger refuse on ${sql.table(table)}`.execute(db)
}

test.each(['', ' ', '😀'.repeat(101)])('a review with the title %j is rejected at its title', async (title) => {
  const [ada, deal] = [await makeProfile(), await makeDeal()]
  const request = await requestAs(ada, `/deals/${deal.slug}`, { rating: '4', title, body: 'Paid once.' })
  const result = await answer(reviews.action({ request, params: { slug: deal.slug }, context: {} }))
  expect(result).toMatchObject({
    init: { status: 400 },
    data: { error: { title: [expect.stringMatching(/^Title /)] }, initialValue: { body: 'Paid once.' } },
  })
})
