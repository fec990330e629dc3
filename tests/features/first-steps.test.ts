import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { seedDemo } from '~/features/site/demo/seed-demo.server'
import { hideFirstSteps, listFirstSteps } from '~/features/site/first-steps/first-steps.server'
import { makeDeal, makeProfile } from '../factories'

const statesOf = async () =>
  Object.fromEntries((await listFirstSteps())!.map(({ title, state, text }) => [title, `${state}: ${text}`]))

test('a new site says what is left to do, and demo deals are not its own', async () => {
  const empty = await statesOf()
  expect(empty).toMatchObject({
    'Name and logo': 'open: Still Lifetime Ledger, with its logo.',
    Imprint: 'open: Not written yet. Most countries ask for one.',
    'Categories and platforms': 'open: 0 categories, 0 platforms.',
    'First deals': 'open: None of your own yet.',
    'Remove the demo content': 'ok: There is none.',
  })
  expect(Object.keys(empty)[2]).toBe('Mail')
  expect(empty.Mail).not.toMatch(/^ok/)

  await seedDemo()
  expect(await statesOf()).toMatchObject({
    'First deals': 'open: None of your own yet.',
    'Remove the demo content': expect.stringMatching(/^open: 53 deals, \d+ reviews and \d+ changes are invented\.$/),
  })

  await makeDeal({ title: 'Our own' })
  await db.insertInto('site_settings').values({ name: 'Honest Lifetime' }).execute()
  await db.insertInto('pages').values({ slug: 'imprint', title: 'Imprint', body: 'Ann, Berlin' }).execute()
  expect(await statesOf()).toMatchObject({
    'Name and logo': expect.stringMatching(/^open: .*, without your own logo\.$/),
    Imprint: 'ok: Written.',
    'First deals': 'ok: 1 deal of your own.',
  })
})

test('the first steps are gone once an admin hid them', async () => {
  await hideFirstSteps(await makeProfile({ role: 'ADMIN' }))
  expect(await listFirstSteps()).toBeUndefined()
})
