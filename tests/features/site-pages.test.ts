import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import {
  findManagedPage,
  listManagedPages,
  PAGE,
  removePage,
  restoreOriginal,
} from '~/features/site/pages/manage-pages.server'
import { pageForm } from '~/features/site/pages/page-form.server'
import { type PageValues, sitePagePath } from '~/features/site/pages/site-page'
import { listFooterLinks, listOwnPaths, loadSitePage } from '~/features/site/pages/site-pages.server'
import { makeProfile } from '../factories'

let actor: { id: string }
beforeEach(async () => {
  actor = await makeProfile({ role: 'ADMIN', name: 'Ada' })
})

const values = (given: Partial<PageValues> = {}): PageValues => ({
  title: 'Press',
  description: null,
  footer_group: 'COMPANY',
  body: 'Our logo.',
  body_after: null,
  ...given,
})

const add = (slug: string, given?: Partial<PageValues>) =>
  saveRecord(PAGE, actor, undefined, { ...values(given), slug }, 0)

/** Saves what an editor changes who has just opened the page. */
async function edit(slug: string, given: Partial<PageValues>) {
  const { version, ...present } = (await findManagedPage(slug))!
  return saveRecord(PAGE, actor, slug, { ...present, ...given, slug }, version)
}

const versionOf = async (slug: string) => (await findManagedPage(slug))!.version

function errorsOf(form: Record<string, string>, page?: string) {
  const { error } = pageForm(page).safeParse(form)
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]))
}

describe('pages of the program', () => {
  test('show the original text until staff edit it, and again after "Use the original text"', async () => {
    const original = await loadSitePage('about')
    expect(original).toMatchObject({
      title: 'About Us',
      isOriginal: true,
      html: expect.stringContaining('Our mission'),
    })

    await edit('about', { title: 'About', body: '## Who we are', description: 'Two people.' })
    const edited = await loadSitePage('about')
    expect(edited).toMatchObject({ title: 'About', isOriginal: false, html: '<h2 dir="auto">Who we are</h2>\n' })
    expect(edited.lead).toMatch(/^Last updated \d+ \w{3} \d{4}$/)
    expect(edited.head).toMatchObject({ title: 'About | Lifetime Ledger', description: 'Two people.' })

    await restoreOriginal(actor, 'about', await versionOf('about'))
    expect(await loadSitePage('about')).toEqual(original)
  })

  test('the questions of the FAQ and of the contact page open one at a time, with a text before them', async () => {
    await edit('faq', { body: 'Ask us.\n\n## Is it **free**?\n\nYes.\n\n### Really\n\nYes.\n\n## Since when?\n2019' })
    const { html, questions, structured } = await loadSitePage('faq')
    expect(html).toBe('<p dir="auto">Ask us.</p>\n')
    expect(questions.map(({ question }) => question)).toEqual(['Is it free?', 'Since when?'])
    expect(questions[0]!.answer).toContain('<h3 dir="auto">Really</h3>')
    expect(structured?.mainEntity).toMatchObject([
      { name: 'Is it free?', acceptedAnswer: { text: 'Yes.\nReally\nYes.' } },
      { name: 'Since when?', acceptedAnswer: { text: '2019' } },
    ])
    expect((await loadSitePage('contact')).questions).toHaveLength(3)
  })

  test('the privacy page has a text before and after its list of data', async () => {
    await edit('privacy', { body: null, body_after: 'Our officer is Ada.' })
    expect(await loadSitePage('privacy')).toMatchObject({ html: '', after: '<p dir="auto">Our officer is Ada.</p>\n' })
    expect(await loadSitePage('terms')).toMatchObject({ after: '' })
  })
})

describe('pages of our own', () => {
  test('have a URL under /pages, and the imprint is not found until it has a text', async () => {
    await expect(loadSitePage('press')).rejects.toMatchObject({ status: 404 })
    await expect(loadSitePage('imprint')).rejects.toMatchObject({ status: 404 })
    await add('press')
    await edit('imprint', { body: 'Ledger Ltd.\nLong Street 1' })
    expect(await loadSitePage('press')).toMatchObject({ html: '<p dir="auto">Our logo.</p>\n' })
    expect((await loadSitePage('imprint')).html).toContain('Ledger Ltd.<br>\nLong Street 1')
    expect([sitePagePath('press'), sitePagePath('imprint')]).toEqual(['/pages/press', '/imprint'])
  })

  test('are linked from their column of the footer and listed for the sitemap while they are published', async () => {
    await add('press')
    await add('how-we-earn', { title: 'How we earn', footer_group: null })
    await edit('imprint', { body: 'Ledger Ltd.' })
    await edit('about', { body: 'Two people.', footer_group: 'LEGAL' })
    expect(await listFooterLinks()).toEqual([
      { head: 'Legal', to: '/imprint', label: 'Imprint' },
      { head: 'Company', to: '/pages/press', label: 'Press' },
    ])
    expect(await listOwnPaths()).toEqual(['/pages/how-we-earn', '/imprint', '/pages/press'])

    await restoreOriginal(actor, 'imprint', await versionOf('imprint'))
    await removePage(actor, 'press')
    expect(await listFooterLinks()).toEqual([])
    expect(await listOwnPaths()).toEqual(['/pages/how-we-earn'])
    await expect(loadSitePage('imprint')).rejects.toMatchObject({ status: 404 })
  })

  test('200 are the most', async () => {
    await add('press')
    const rows = Array.from({ length: 198 }, (_, index) => ({ ...values(), slug: `page-${index}` }))
    await db.insertInto('pages').values(rows).execute()
    // With the imprint, which has no text yet.
    expect((await listManagedPages()).own).toHaveLength(200)
    expect(await add('one-more')).toEqual({ status: 400, formErrors: ['200 pages are the most.'] })
    expect(await edit('press', { body: 'Our logos.' })).toEqual({ id: 'press' })
    expect(await edit('about', { body: 'Two people.' })).toEqual({ id: 'about' })
  })

  test('a page of the program cannot be deleted', async () => {
    await edit('about', { body: 'Two people.' })
    expect(await removePage(actor, 'about')).toBe('missing')
    expect(await loadSitePage('about')).toMatchObject({ isOriginal: false })
  })
})

describe('the form of a page', () => {
  const form = { title: 'Press', body: 'Our logo.' }

  test.each(['admin', 'about', 'deals', 'imprint', 'pages', 'go', 'people', 'robots'])(
    'rejects the slug %s, which belongs to a built-in page',
    (slug) => {
      expect(errorsOf({ ...form, slug })).toEqual({ slug: 'This URL belongs to a built-in page.' })
      expect(errorsOf({ ...form, title: slug })).toEqual({ slug: 'This URL belongs to a built-in page.' })
    },
  )

  test('rejects other slugs that are no part of a URL, and makes an empty one from the title', () => {
    expect(errorsOf({ ...form, slug: '../admin' })).toEqual({ slug: expect.stringContaining('lowercase letters') })
    expect(errorsOf({ ...form, slug: 'new' })).toEqual({ slug: expect.stringContaining('"new"') })
    expect(pageForm().parse({ ...form, title: 'How we earn' })).toMatchObject({ slug: 'how-we-earn' })
    expect(pageForm('press').parse({ ...form, title: 'How we earn' })).toMatchObject({ slug: 'press' })
  })

  test('takes 50,000 characters, as people count them, and rejects one more', () => {
    expect(errorsOf({ ...form, body: '🙂'.repeat(50_000) })).toEqual({})
    expect(errorsOf({ ...form, body: 'a\r\n'.repeat(25_000) })).toEqual({})
    const error = '50,000 characters are the most.'
    for (const page of [undefined, 'faq']) {
      expect(errorsOf({ ...form, body: 'a'.repeat(50_001) }, page)).toEqual({ body: error })
    }
  })

  test('names a question without an answer by its number', () => {
    const body = '## Is it free?\n\nYes.\n\n## Since when?\n\n### 2019?'
    expect(errorsOf({ ...form, body: `${body}\n\n## Why?` }, 'faq')).toEqual({ body: 'Question 3 needs an answer.' })
    expect(errorsOf({ ...form, body }, 'faq')).toEqual({})
    expect(errorsOf({ ...form, body: 'Ask us.' }, 'faq')).toEqual({ body: expect.stringContaining('##') })
    expect(errorsOf({ ...form, body: 'Ask us.' }, 'contact')).toEqual({})
  })

  test('needs no text on the privacy page, and ignores fields of other pages', () => {
    expect(errorsOf({ title: 'Privacy Policy' }, 'privacy')).toEqual({})
    expect(pageForm('terms').parse({ ...form, body_after: 'x', footer_group: 'SIDE' })).toMatchObject({
      body_after: null,
      footer_group: null,
    })
  })
})

describe('saving', () => {
  const stored = () => db.selectFrom('pages').select(['slug', 'body', 'author_id']).execute()

  test('a page outlives the account of its author', async () => {
    await edit('about', { body: 'Two people.' })
    await db.deleteFrom('profiles').where('id', '=', actor.id).execute()
    expect(await stored()).toEqual([{ slug: 'about', body: 'Two people.', author_id: null }])
  })

  test('every change is in the audit log, but not a save of unchanged values', async () => {
    await add('press')
    await edit('press', {})
    await edit('press', { title: 'Media' })
    await removePage(actor, 'press')
    const entries = await db
      .selectFrom('audit_log')
      .select(['action', 'entity_id', 'detail'])
      .where('entity_type', '=', 'page')
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { action: 'page.created', entity_id: 'press', detail: { name: 'Press' } },
      { action: 'page.updated', entity_id: 'press', detail: { name: 'Media', title: 'Press → Media' } },
      { action: 'page.deleted', entity_id: 'press', detail: { name: 'Media' } },
    ])
  })
})
