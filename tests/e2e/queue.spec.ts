import type { Page } from '@playwright/test'
import { makeChangeLog, makeDeal, makeProfile } from '#tests/factories'
import { decideOn, findItem, MAKE_WAITING, makeStaff } from '#tests/waiting-items'
import { db } from '~/db/database.server'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { itemPath } from '~/features/staff/queue/item'
import { claim } from '~/features/staff/queue/items.server'
import { emptyQueue } from './empty-queue'
import { expect, hydrated, test } from './fixtures'

type Item = { kind: Kind; id: string }
type Turn = 'approve' | 'reject' | 'ask' | 'skip'

const STATUS_AFTER = { approve: 'APPROVED', reject: 'REJECTED', ask: 'CHANGES_REQUESTED', skip: 'PENDING' }

/** What is decided about items of each kind: every way to decide, and every form of a rejection. */
const TURNS: Record<Kind, Turn[]> = {
  change_log: ['reject'],
  review: ['ask'],
  ended_report: ['skip'],
  comment: ['approve', 'reject'],
  follow_up: ['ask'],
  purchase_proof: ['reject', 'approve'],
  broken_link: ['reject'],
  page_difference: ['approve'],
  contact_message: ['approve'],
  review_report: ['reject'],
  suggestion: ['reject'],
}
const SITTING = Object.entries(TURNS)
  .flatMap(([kind, turns]) => turns.map((turn) => ({ kind: kind as Kind, turn })))
  .sort((a, b) => specOf(a.kind).rank - specOf(b.kind).rank)

const statusOf = async (item: Item) => (await findItem(item))!.status
const statusesOf = (items: Item[]) => Promise.all(items.map(statusOf))
const pathOf = ({ kind, id }: Item) => itemPath(kind, id)

/** Makes these items wait in this order within a rank, and nothing else. Each has its own text. */
async function fillQueue(...kinds: Kind[]) {
  await emptyQueue()
  const [items, now]: [Item[], number] = [[], Date.now()]
  for (const [index, kind] of kinds.entries()) {
    const { id } = await MAKE_WAITING[kind]({
      body: `Text ${crypto.randomUUID()}`,
      created_at: new Date(now - 60_000 + index),
    })
    items.push({ kind, id })
  }
  return items
}

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text, visible: true }).first()
const decisionOn = (page: Page) => page.getByRole('region', { name: 'Decision' })
const rowOf = (page: Page, { id }: Item) => page.locator(`#item-${id}`)

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

async function decideWithKeys(page: Page, { kind }: Item, turn: Turn) {
  const { hasReason, asks } = specOf(kind).reject
  if (turn === 'skip') await press(page, 'j')
  if (turn === 'approve') await press(page, 'a')
  if (turn === 'reject') await (hasReason && !asks ? press(page, 'r', 'Space', 'Enter') : press(page, 'r'))
  if (turn === 'ask') await press(page, 'c')
  if (turn !== 'ask' && !(turn === 'reject' && asks)) return
  // Letters are text while typing.
  await page.keyboard.type('Say for jobs of what size.')
  await press(page, 'Tab', 'Enter')
}

async function decideWithForms(page: Page, { kind }: Item, turn: Turn) {
  const decision = decisionOn(page)
  const { hasReason, asks, label } = specOf(kind).reject
  if (turn === 'skip') await page.getByRole('link', { name: 'Next item' }).click()
  if (turn === 'approve') await decision.getByRole('button', { name: specOf(kind).approve.label }).click()
  if (turn === 'reject') {
    if (hasReason) await decision.getByText(label, { exact: true }).first().click()
    if (asks) await decision.getByLabel(asks).fill('It names another product.')
    else if (hasReason) await decision.getByLabel('No evidence').check()
    await decision.getByRole('button', { name: hasReason && !asks ? /^(Reject|Remove) / : label }).click()
  }
  if (turn === 'ask') {
    await decision.getByText('Ask for a change').click()
    await decision.getByLabel('What should change?').fill('Say for jobs of what size.')
    await decision.getByRole('button', { name: 'Send back to the author' }).click()
  }
}

test('a moderator decides on an item of each kind, undoes a decision, and yields to a colleague @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  await signInAs({ role: 'MANAGER' })

  await test.step('one sitting, with scripts by keyboard alone', async () => {
    const items = await fillQueue(...SITTING.map(({ kind }) => kind))
    await page.goto(pathOf(items[0]!))
    for (const [index, { turn }] of SITTING.entries()) {
      const item = items[index]!
      await expect(page).toHaveURL(new RegExp(`${pathOf(item)}$`))
      if (hasScripts) {
        await hydrated(page)
        await expect(page.locator('#item', { has: page.locator(`input[name="id"][value="${item.id}"]`) })).toBeVisible()
        await decideWithKeys(page, item, turn)
      } else await decideWithForms(page, item, turn)
    }
    // What was skipped comes again.
    const skipped = items.filter((_, index) => SITTING[index]!.turn === 'skip')
    await expect(page).toHaveURL(new RegExp(pathOf(skipped[0]!)))
    expect(await statusesOf(items)).toEqual(SITTING.map(({ turn }) => STATUS_AFTER[turn]))
  })

  await test.step('the approval of a price with an error, then undone', async () => {
    const deal = await makeDeal({ deal_price: '59.00' })
    await fillQueue('review')
    const { id } = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
    const report: Item = { kind: 'change_log', id }
    const price = db.selectFrom('deals').select('deal_price').where('id', '=', deal.id)
    const approve = () => decisionOn(page).getByRole('button', { name: 'Approve and apply' }).click()
    await page.goto(pathOf(report))
    await page.getByLabel('New deal price').fill('a lot')
    await approve()
    await expect(page.getByText(/Deal price must be a number/)).toBeVisible()
    await page.getByLabel('New deal price').fill('49')
    await approve()
    await expect(toast(page, 'Change report approved')).toBeVisible()
    expect(await statusOf(report)).toBe('APPROVED')
    expect(await price.executeTakeFirst()).toEqual({ deal_price: '49.00' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(toast(page, 'Decision undone')).toBeVisible()
    await expect(page).toHaveURL(new RegExp(pathOf(report)))
    expect(await statusOf(report)).toBe('PENDING')
    expect(await price.executeTakeFirst()).toEqual({ deal_price: '59.00' })
  })

  await test.step('a limit is approved only, then applied to the plan that it names', async () => {
    const deal = await makeDeal({ deal_price: '59.00' })
    const plans = ['Solo', 'Team'].map((name, position) => ({ deal_id: deal.id, position, name, price: '59.00' }))
    await db.insertInto('deal_plans').values(plans).execute()
    const seats = { deal_id: deal.id, position: 0, label: 'Seats', values: ['2', '5'] }
    await db.insertInto('deal_plan_limits').values(seats).execute()
    await fillQueue('review')
    const named = { kind: 'LIMITS', new_value: '3', limit_label: 'Seats' } as const
    const { id } = await makeChangeLog({ deal_id: deal.id, ...named })
    const report: Item = { kind: 'change_log', id }
    await page.goto(pathOf(report))
    await decisionOn(page).getByRole('button', { name: 'Approve and apply' }).click()
    await expect(page.getByText('Choose the plan.')).toBeVisible()
    await decisionOn(page).getByRole('button', { name: 'Approve' }).first().click()
    await expect(toast(page, 'Change report approved')).toBeVisible()
    await page.goto('/admin/queue/freshness')
    const unapplied = page.getByRole('region', { name: 'The deal still says otherwise' })
    await expect(unapplied).toContainText(`${deal.title}: The deal still says 2, 5. Plan limits in the Change Log: 3.`)
    await unapplied.getByLabel('Plan').selectOption('Team')
    await unapplied.getByRole('button', { name: 'Apply' }).click()
    await expect(toast(page, 'Applied to the deal')).toBeVisible()
    await expect(unapplied).toHaveCount(0)
    const limits = db.selectFrom('deal_plan_limits').select('values').where('deal_id', '=', deal.id)
    expect(await limits.execute()).toEqual([{ values: ['2', '3'] }])
  })

  await test.step('a review that a colleague opened and decides first', async () => {
    const [review] = await fillQueue('review')
    const noah = await makeStaff('MANAGER', 'Noah Birk')
    await claim(noah, review!)
    await page.goto(pathOf(review!))
    await expect(page.getByText('Noah Birk opened this 1 minute ago')).toBeVisible()
    await hydrated(page)
    await decideOn('review', noah, review!.id)
    await decisionOn(page).getByText('Reject', { exact: true }).click()
    await page.getByLabel('Conflict of interest').check()
    await page.getByLabel('Note to the author').fill('Too late.')
    await page.getByRole('button', { name: 'Reject Review' }).click()
    await expect(page.getByRole('alert')).toContainText(/Failed to moderate review.*Already approved by Noah Birk/s)
    await expect(page.getByLabel('Your note, kept so that you can copy it')).toHaveValue('Too late.')
    await page.goto(pathOf(review!))
    await hydrated(page)
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen' }).click()
    await expect(toast(page, 'Review reopened')).toBeVisible()
    expect(await statusOf(review!)).toBe('PENDING')
  })
})

test('a moderator decides by keys in the rows of the queue and of the specified screens', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'MANAGER' })

  await test.step('shortcuts can be turned off, and the choice is remembered', async () => {
    const [first] = await fillQueue('review')
    await page.goto('/admin/queue')
    // Without focus on a row, A decides nothing.
    await press(page, 'a', '?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await page.getByRole('button', { name: 'Turn off shortcuts' }).click()
    await page.reload()
    await press(page, 'j')
    await expect(page.locator('article:focus')).toHaveCount(0)
    await page.getByRole('button', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'Turn on shortcuts' }).click()
    await press(page, 'Escape', 'j')
    await expect(rowOf(page, first!)).toBeFocused()
    await press(page, 'Control+A', 'Shift+A')
    expect(await statusOf(first!)).toBe('PENDING')
  })

  for (const [path, kind] of [
    ['/admin/queue', 'comment'],
    ['/admin/reviews', 'review'],
    ['/admin/change-logs', 'change_log'],
    ['/admin/comments', 'comment'],
  ] as const) {
    await test.step(`${path}: each decision focuses the next item`, async () => {
      const items = await fillQueue(kind, kind, kind, kind)
      const [first, second, third, fourth] = items.map((item) => rowOf(page, item))
      await page.goto(path)
      await press(page, 'j', 'j', 'k', 'k')
      await expect(first!).toBeFocused()
      await press(page, 'a')
      await expect(second!).toBeFocused()
      await expect(first!).toHaveCount(0)
      // The keys also act while a link within the item has the focus.
      await press(page, 'Tab')
      await expect(second!.getByRole('link').first()).toBeFocused()
      await press(page, 'r')
      if (kind !== 'comment') {
        await expect(second!.getByLabel('Spam')).toBeFocused()
        await press(page, 'Space', 'Enter')
      }
      await expect(third!).toBeFocused()
      await press(page, 'Tab', 'a')
      await expect(fourth!).toBeFocused()
      expect(await statusesOf(items)).toEqual(['APPROVED', 'REJECTED', 'APPROVED', 'PENDING'])
    })
  }

  await test.step('comments that need no closer look are approved together', async () => {
    await emptyQueue()
    const { id: author } = await makeProfile({ name: 'Ida Lovelace', created_at: new Date('2026-01-01') })
    const items: Item[] = []
    for (const rest of ['one', 'two', 'see cheap.example/offer']) {
      const body = `Text ${crypto.randomUUID()} ${rest}`
      items.push({ kind: 'comment', id: (await MAKE_WAITING.comment({ author, body })).id })
    }
    await page.goto('/admin/queue?kind=comments')
    const boxes = page.getByRole('article').getByRole('checkbox')
    await expect(boxes).toHaveCount(2)
    for (const box of await boxes.all()) await box.check()
    await page.getByRole('button', { name: 'Approve selected' }).click()
    await expect(toast(page, '2 comments approved')).toBeVisible()
    expect(await statusesOf(items)).toEqual(['APPROVED', 'APPROVED', 'PENDING'])
  })

  await test.step('at 320 pixels nothing is cut off', async () => {
    const [item] = await fillQueue('change_log', 'review')
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of ['/admin/queue', pathOf(item!)]) {
      await page.goto(path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    }
  })
})
