import { expect, test } from 'vitest'
import { findManagedProgram, saveProgram } from '~/features/staff/link-programs/manage-programs.server'
import * as links from '~/routes/admin.links._index/route'
import { makeDeal, makeProfile } from '../factories'
import { renderPage } from '../render'

test('the error of a program that cannot be resumed links to its button and describes it', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const template = 'https://net.example/c?u={url}'
  const program = { name: 'Partners', host: 'dealmint.com', platform_id: null, template, note: null, is_active: false }
  const saved = await saveProgram(admin.id, undefined, program, '')
  if (!saved || 'status' in saved) throw new Error(JSON.stringify(saved))
  await makeDeal({ title: 'Watchpost', cta_url: `https://dealmint.com/${'x'.repeat(2_010)}` })
  const { version } = (await findManagedProgram(saved.id))!

  const path = '/admin/links'
  const form = { intent: 'resume', id: saved.id, version }
  const html = await renderPage(admin, { pattern: path, path, routes: [links], form })
  const [, target] = /<a href="#([^"]+)"[^>]*>Watchpost: the link would have/.exec(html)!
  const button = /<button[^>]*value="resume"[^>]*>/.exec(html)![0]
  expect(button).toContain(` id="${target}"`)
  const [, description] = / aria-describedby="([^"]+)"/.exec(button)!
  expect(html).toMatch(new RegExp(`id="${description}"[\\s\\S]*Watchpost: the link would have`))
})
