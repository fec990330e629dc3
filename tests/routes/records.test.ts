import { expect, test } from 'vitest'
import * as platform from '~/routes/admin.platforms.$id/route'
import { makePlatform, makeProfile } from '../factories'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'

const pattern = '/admin/platforms/:id'

test('of two savers the second reads what the first saved and can replace it', async () => {
  const [ada, grace] = [
    await makeProfile({ role: 'MANAGER', name: 'Ada' }),
    await makeProfile({ role: 'MANAGER', name: 'Grace' }),
  ]
  const { id } = await makePlatform({ name: 'Stackyard', slug: 'stackyard' })
  const path = `/admin/platforms/${id}`
  const save = async (form: Record<string, string>) =>
    answer(platform.action({ request: await requestAs(ada, path, form), params: { id }, context: {} }))
  const first = (await save({ name: 'Wickboard', slug: 'stackyard', version: '1' })) as Response
  expect(toastOf(first)).toEqual({ tone: 'success', title: 'Platform updated' })

  const form = { name: 'Sunmark', slug: 'stackyard', version: '1' }
  const html = await renderPage(grace, { pattern, path, routes: [platform], form })
  expect(wordsOf(html)).toContain('Ada saved this platform while you were editing it')
  expect(wordsOf(html)).toContain('Name Sunmark Wickboard')
  expect(html).toContain('name="version" value="2"')
  expect(html).toMatch(/<input[^>]* name="name"[^>]* value="Sunmark"/)
})
