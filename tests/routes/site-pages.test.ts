import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import * as about from '~/routes/about'
import * as list from '~/routes/admin.pages._index'
import * as editor from '~/routes/admin.pages.$slug/route'
import * as guidelines from '~/routes/guidelines/route'
import * as ownPage from '~/routes/pages.$slug'
import * as privacy from '~/routes/privacy/route'
import { loader as sitemap } from '~/routes/sitemap[.]xml'
import { makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'

type Person = { id: string; name: string | null }
type Sent = Response & { data: Record<string, unknown>; init: { status?: number } }

const makeAdmin = (name = 'Ada') => makeProfile({ role: 'ADMIN', name })

async function send(as: Person, slug: string, form: Record<string, string>) {
  const request = await requestAs(as, `/admin/pages/${slug}`, form)
  return (await answer(editor.action({ request, params: { slug }, context: {} }))) as Sent
}

async function open(as: Person, slug: string) {
  return editor.loader({ request: await requestAs(as, `/admin/pages/${slug}`), params: { slug }, context: {} })
}

/** The form as the editor shows it. */
async function formOf(as: Person, slug: string) {
  const { version = 0, values } = await open(as, slug)
  const texts = Object.entries(values).filter(([, value]) => typeof value === 'string')
  const form: Record<string, string> = { ...Object.fromEntries(texts), version: String(version) }
  return form
}

const htmlOf = async (
  as: Person | null,
  pattern: string,
  path: string,
  page: Parameters<typeof renderPage>[1]['routes'][0],
) => renderPage(as, { pattern, path, routes: [page] })

const saved = () => db.selectFrom('pages').select(['slug', 'title', 'body']).execute()

test('the editor begins with the original text, and readers see what is saved', async () => {
  const ada = await makeAdmin()
  const form = await formOf(ada, 'about')
  expect(form.body).toContain('## Our mission')
  const response = await send(ada, 'about', { ...form, body: `${form.body}\n\n## Who we are` })
  expect(response.headers.get('Location')).toBe('/admin/pages')
  expect(toastOf(response)).toMatchObject({ title: 'About Us published' })
  const words = wordsOf(await htmlOf(null, '/about', '/about', about))
  for (const text of ['Our mission', 'Who we are', 'Last updated']) expect(words).toContain(text)
})

test('edited guidelines replace the original ones, which the editor has as Markdown', async () => {
  const ada = await makeAdmin()
  const form = await formOf(ada, 'guidelines')
  const original = wordsOf(await htmlOf(null, '/guidelines', '/guidelines', guidelines))
  // The same words, in another form.
  for (const line of form.body!.split('\n').map((text) => text.replace(/^(#+|-) |\*\*|\.\*\*.*|\[.*/g, '').trim())) {
    expect(original).toContain(line)
  }
  await send(ada, 'guidelines', { ...form, body: 'Be fair.' })
  const words = wordsOf(await htmlOf(null, '/guidelines', '/guidelines', guidelines))
  expect(words).toContain('Be fair.')
  expect(words).not.toContain('Change reports')
})

test('the privacy page keeps its list of data between the two texts', async () => {
  const ada = await makeAdmin()
  const form = await formOf(ada, 'privacy')
  await send(ada, 'privacy', { ...form, body: 'Ledger Ltd.', body_after: 'Our officer.' })
  const words = wordsOf(await htmlOf(null, '/privacy', '/privacy', privacy))
  expect(words).toMatch(/Ledger Ltd\..* If you only read .* Your rights .* Our officer\./)
})

test('a new page is listed, linked from the footer and in the sitemap', async () => {
  const ada = await makeAdmin()
  await send(ada, 'new', { title: 'How we earn', body: '## Links', footer_group: 'COMPANY' })
  const html = await htmlOf(null, '/pages/:slug', '/pages/how-we-earn', ownPage)
  expect(html).toContain('<h2 dir="auto">Links</h2>')
  expect(wordsOf(await htmlOf(ada, '/admin/pages', '/admin/pages', list))).toMatch(
    /2 of 200 .* How we earn \/pages\/how-we-earn Company Published/,
  )
  const request = await requestAs(null, '/sitemap.xml')
  const urls = await (await sitemap({ request, params: {}, context: {} })).text()
  expect(urls).toContain('/pages/how-we-earn</loc>')
  expect(urls).not.toContain('/imprint')
  const about = await answer(ownPage.loader({ request, params: { slug: 'about' }, context: {} }))
  expect(about).toMatchObject({ status: 301 })
})

test('a preview shows what was typed and saves nothing', async () => {
  const ada = await makeAdmin()
  const sent = await send(ada, 'new', { title: '', body: '**Ours**', step: 'preview' })
  expect(sent.data).toMatchObject({
    preview: expect.stringContaining('Ours</strong>'),
    initialValue: { body: '**Ours**' },
  })
  expect(await saved()).toEqual([])
})

test('the original text replaces what was written unless the page changed meanwhile', async () => {
  const ada = await makeAdmin()
  const first = await formOf(ada, 'terms')
  await send(ada, 'terms', { ...first, body: 'One.' })
  const original = { intent: 'original', version: first.version! }
  expect(toastOf(await send(ada, 'terms', original))).toMatchObject({ tone: 'error', title: 'Not restored' })
  expect(await saved()).toMatchObject([{ body: 'One.' }])
  const { version } = await formOf(ada, 'terms')
  expect(toastOf(await send(ada, 'terms', { ...original, version: version! }))).toMatchObject({
    title: 'Original text restored',
  })
  expect(await saved()).toMatchObject([{ title: 'Terms of Service', body: null }])
})

test('only pages of our own can be deleted', async () => {
  const ada = await makeAdmin()
  await send(ada, 'new', { title: 'Press', body: 'Our logo.' })
  await send(ada, 'terms', { ...(await formOf(ada, 'terms')), body: 'One.' })
  expect((await send(ada, 'terms', { intent: 'delete', version: '' })).status).toBe(404)
  expect(toastOf(await send(ada, 'press', { intent: 'delete', version: '' }))).toMatchObject({ title: 'Page deleted' })
  expect(await saved()).toMatchObject([{ slug: 'terms' }])
  expect(await answer(open(ada, 'press'))).toMatchObject({ status: 404 })
})
