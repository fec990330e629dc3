import { expect, test } from 'vitest'
import { composeLink } from '~/features/catalog/links/link-program'
import { saveRecord } from '~/features/people/records/save-record.server'
import { PROGRAM } from '~/features/staff/link-programs/manage-programs.server'
import * as links from '~/routes/admin.links._index/route'
import * as program from '~/routes/admin.links.$id/route'
import { makeDeal, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'

test('the error of a program that cannot be resumed links to its button and describes it', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const template = 'https://net.example/c?u={url}'
  const program = { name: 'Partners', host: 'dealmint.com', platform_id: null, template, note: null, is_active: false }
  const saved = await saveRecord(PROGRAM, admin, undefined, program, 0)
  if (!saved || !('id' in saved)) throw new Error(JSON.stringify(saved))
  await makeDeal({ title: 'Watchpost', cta_url: `https://dealmint.com/${'x'.repeat(2_010)}` })

  const path = '/admin/links'
  const form = { intent: 'resume', id: saved.id, version: '1' }
  const html = await renderPage(admin, { pattern: path, path, routes: [links], form })
  const [, target] = /<a href="#([^"]+)"[^>]*>Watchpost: the link would have/.exec(html)!
  const button = /<button[^>]*value="resume"[^>]*>/.exec(html)![0]
  expect(button).toContain(` id="${target}"`)
  const [, description] = / aria-describedby="([^"]+)"/.exec(button)!
  expect(html).toMatch(new RegExp(`id="${description}"[\\s\\S]*Watchpost: the link would have`))
})

test('the page of a program shows what templates give, as they are composed', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const words = wordsOf(
    await renderPage(admin, { pattern: '/admin/links/:id', path: '/admin/links/new', routes: [program] }),
  )
  const examples = [...words.matchAll(/(\S+) gives (\S+)/g)].map(([, template, link]) => [template, link])
  expect(examples.map(([template]) => template)).toEqual(['?ref=me', 'https://network.example/?u={url}'])
  for (const [template, link] of examples) {
    const composed = composeLink(template!, { slug: 'quillstack', cta_url: 'https://vendor.com/buy' })
    expect(composed).toEqual({ url: link!.startsWith('https://') ? link : `https://${link}` })
  }
})

test('"Check samples" refuses a template that begins with the address, and says how to write it', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const form = { name: 'P', kind: 'host', host: 'dealmint.com', template: '{raw_url}?ref=me', step: 'samples' }
  const page = { pattern: '/admin/links/:id', path: '/admin/links/new', routes: [program], form }
  const words = wordsOf(await renderPage(admin, page))
  expect(words).toContain(
    'A template begins with ?, as in ?ref=me, or with https://, as in https://network.example/?u={url}.',
  )
})
