import type { Page } from '@playwright/test'
import { makeChangeLog, makeDeal, makeProfile } from '#tests/factories'
import { decideOn, MAKE_WAITING, makeStaff } from '#tests/waiting-items'
import { db } from '~/db/database.server'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { takeOverItem } from '~/features/staff/moderation/claims.server'
import { itemPath } from '~/features/staff/moderation/queue-paths'
import { findSubject } from '~/features/staff/moderation/subjects.server'
import { emptyQueue } from './empty-queue'
import { expect, hydrated, resize, test } from './fixtures'

type Item = { kind: Kind; id: string }
type Turn = 'approve' | 'reject' | 'ask' | 'skip'

const STATUS_AFTER = { approve: 'APPROVED', reject: 'REJECTED', ask: 'CHANGES_REQUESTED', skip: 'PENDING' }

/** What is decided about items of each kind: every way to decide, and every form of a rejection. */
const TURNS: Record<Kind, Turn[]> = {
  change_log: ['reject'],
  review: ['ask'],
  ended_report: ['skip'],
  comment: ['approve', 'reject'],
  review_edit: ['approve'],
  follow_up: ['ask'],
  purchase_proof: ['reject', 'approve'],
  broken_link: ['reject'],
  page_difference: ['approve'],
  contact_message: ['approve'],
  review_report: ['reject'],
  suggestion: ['reject'],
}
const SITTING = Object.entries(TURNS).flatMap(([kind, turns]) => turns.map((turn) => ({ kind: kind as Kind, turn })))

const statusOf = async (item: Item) => (await findSubject(item))!.status
const statusesOf = (items: Item[]) => Promise.all(items.map(statusOf))
const pathOf = ({ kind, id }: Item) => itemPath(kind, id)

/**
 * Makes these items wait in this order, and nothing else. Each has its own text, because similar ones are pointed out.
 * Views are not emptied, so every call makes older items than the call before.
 */
async function fillQueue(...kinds: Kind[]) {
  await emptyQueue()
  const [items, now]: [Item[], number] = [[], Date.now()]
  for (const [place, kind] of kinds.entries()) {
    const created_at = new Date(place - now)
    const { id } = await MAKE_WAITING[kind]({ body: `Text ${crypto.randomUUID()}`, created_at })
    const position = { rank: 1, waiting_since: created_at }
    await db.updateTable('queue_items').set(position).where('subject_id', '=', id).execute()
    items.push({ kind, id })
  }
  return items
}

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text, visible: true }).first()
/** The live regions with a message, of which screen readers announce each. */
const regionsOf = (page: Page, text: string) =>
  page.locator('[role="status"], [role="alert"], [role="log"], [aria-live]').filter({ hasText: text })
const decisionOn = (page: Page) => page.getByRole('region', { name: 'Decision' })

async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

async function decideWithKeys(page: Page, { kind }: Item, turn: Turn) {
  const { hasReason, asks } = specOf(kind).reject
  if (turn === 'skip') await press(page, 'j')
  if (turn === 'approve') await press(page, 'a')
  if (turn === 'reject') await (hasReason && !asks ? press(page, 'r', '6', 'Enter') : press(page, 'r'))
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
    const name = hasReason && !asks ? /^(Reject|Remove) the/ : label
    await decision.getByRole('button', { name }).click()
  }
  if (turn === 'ask') {
    await decision.getByText('Ask for a change').click()
    await decision.getByLabel('What should change?').fill('Say for jobs of what size.')
    await decision.getByRole('button', { name: 'Send back to the author' }).click()
  }
}

async function reject(page: Page, note: string) {
  await decisionOn(page).getByText('Reject', { exact: true }).click()
  await page.getByLabel('Conflict of interest').check()
  await page.getByLabel('Note to the author').fill(note)
  await page.getByRole('button', { name: 'Reject the review' }).click()
}

test('a moderator decides on an item of each kind, undoes a decision, and yields to a colleague @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  await signInAs({ role: 'MANAGER' })

  await test.step('one sitting, with scripts by keyboard alone', async () => {
    const items = await fillQueue(...SITTING.map(({ kind }) => kind), 'review')
    if (hasScripts) {
      await page.goto('/admin/queue')
      await press(page, 'j', 'Enter')
    } else await page.goto(pathOf(items[0]!))
    for (const [place, { turn }] of SITTING.entries()) {
      const item = items[place]!
      await expect(page).toHaveURL(new RegExp(`${pathOf(item)}(#item)?$`))
      if (hasScripts) {
        await expect(page.locator('#item', { has: page.locator(`input[name="id"][value="${item.id}"]`) })).toBeFocused()
        await decideWithKeys(page, item, turn)
      } else await decideWithForms(page, item, turn)
    }
    await expect(page).toHaveURL(new RegExp(pathOf(items.at(-1)!)))
    expect(await statusesOf(items.slice(0, -1))).toEqual(SITTING.map(({ turn }) => STATUS_AFTER[turn]))
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
    await expect(regionsOf(page, 'Change report approved')).toHaveCount(1)
    expect(await statusOf(report)).toBe('APPROVED')
    expect(await price.executeTakeFirst()).toEqual({ deal_price: '49.00' })
    if (hasScripts) await press(page, 'u')
    else await page.getByRole('button', { name: 'Undo' }).click()
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

  await test.step('a review that a colleague opened first, and then decides', async () => {
    const [review] = await fillQueue('review')
    const noah = await makeStaff('MANAGER', 'Noah Birk')
    await takeOverItem(noah.id, review!)
    await page.goto(pathOf(review!))
    await expect(page.getByText(/^Noah Birk opened this 1 minute ago and has it until \d\d:\d\d UTC/)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Take over' }).first().click()
    await expect(page.getByText(/^Claimed for 15 minutes, until \d\d:\d\d UTC\.$/)).toBeVisible()
    await hydrated(page)

    // The page still shows the forms, but the item is his again.
    await takeOverItem(noah.id, review!)
    await reject(page, 'The author works for the vendor.')
    await expect(page.getByRole('alert')).toContainText(/Noah Birk opened this .*Take over to decide/)
    const note = page.getByLabel('Your note, kept so that you can copy it')
    await expect(note).toHaveValue('The author works for the vendor.')
    expect(await statusOf(review!)).toBe('PENDING')

    await page.goto(pathOf(review!))
    await page.getByRole('button', { name: 'Take over' }).first().click()
    await expect(page.getByRole('button', { name: 'Approve' }).first()).toBeVisible()
    await hydrated(page)
    await takeOverItem(noah.id, review!)
    await decideOn('review', noah, review!.id)
    await reject(page, 'Too late.')
    await expect(page.getByRole('alert')).toContainText(
      /Already decided.*Noah Birk approved this review at \d\d:\d\d UTC/s,
    )
    const rows = page.getByRole('region', { name: 'Table of both decisions' }).getByRole('row')
    await expect(rows.nth(1)).toContainText(/Noah Birk.*Approved/)
    await expect(rows.nth(2)).toContainText(/You.*Reject not saved.*Conflict of interest/)
    await expect(note).toHaveValue('Too late.')
    await page.getByRole('link', { name: 'Open it and change the decision' }).click()
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen' }).click()
    await expect(toast(page, 'Review reopened')).toBeVisible()
    await expect(regionsOf(page, 'Review reopened')).toHaveCount(1)
    expect(await statusOf(review!)).toBe('PENDING')
  })
})

test('a moderator decides by keys in lines, views, notes and proofs, and messages cover no control', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'MANAGER' })
  const at = ({ id }: Item) => page.locator(`#item-${id}`)
  const opened = ({ id }: Item) => page.locator('#item', { has: page.locator(`[name="id"][value="${id}"]`) })

  await test.step('the keys act on the line that has the focus', async () => {
    const items = await fillQueue('review', 'comment', 'comment', 'change_log', 'review')
    const [first, second, third, fourth, fifth] = items.map(at)
    await page.goto('/admin/queue')
    // Without focus on a line, A decides nothing.
    await press(page, 'a', '?')
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
    await press(page, 'Escape', 'j')
    await expect(first!).toBeFocused()
    await press(page, 'Control+A', 'Shift+A')
    expect(await statusOf(items[0]!)).toBe('PENDING')
    await press(page, 'a')
    await expect(second!).toBeFocused()
    await expect(toast(page, 'Review approved')).toBeVisible()
    await press(page, 'j', 'k', 'r')
    await expect(third!).toBeFocused()
    await expect(toast(page, 'Comment rejected')).toBeVisible()
    expect(await statusesOf(items)).toEqual(['APPROVED', 'REJECTED', 'PENDING', 'PENDING', 'PENDING'])
    await press(page, 'j')
    await expect(fourth!).toBeFocused()
    await press(page, 'r')
    await expect(page).toHaveURL(`${pathOf(items[3]!)}#reject`)
    await expect(page.getByLabel('Spam')).toBeFocused()
    await press(page, '7')
    await expect(page.getByLabel('Duplicate')).toBeChecked()
    await page.getByRole('link', { name: 'Queue', exact: true }).last().click()
    await fifth!.focus()
    await press(page, 'c')
    await expect(page).toHaveURL(`${pathOf(items[4]!)}#ask`)
    await expect(page.getByLabel('What should change?')).toBeFocused()
  })

  await test.step('shortcuts can be turned off, and the choice is remembered', async () => {
    const [first] = await fillQueue('review')
    await page.goto('/admin/reviews')
    await press(page, 'k')
    await expect(page.getByRole('article').last()).toBeFocused()
    await page.getByRole('button', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'Turn off shortcuts' }).click()
    await page.reload()
    await press(page, 'j')
    await expect(page.locator('article:focus')).toHaveCount(0)
    await page.getByRole('button', { name: 'Keys' }).click()
    await page.getByRole('button', { name: 'Turn on shortcuts' }).click()
    await press(page, 'Escape', 'j')
    await expect(at(first!)).toBeFocused()
  })

  for (const [path, kind] of [
    ['/admin/reviews', 'review'],
    ['/admin/change-logs', 'change_log'],
    ['/admin/comments', 'comment'],
  ] as const) {
    await test.step(`${path}: each decision focuses the next item`, async () => {
      const items = await fillQueue(kind, kind, kind, kind, kind)
      const [first, second, third, fourth, fifth] = items.map(at)
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
        await press(page, '3')
        await expect(second!.getByLabel('Conflict of interest')).toBeChecked()
        await press(page, 'Tab', 'Tab', 'Enter')
      }
      await expect(third!).toBeFocused()
      await press(page, 'Tab', 'a')
      await expect(fourth!).toBeFocused()
      expect(await statusesOf(items)).toEqual(['APPROVED', 'REJECTED', 'APPROVED', 'PENDING', 'PENDING'])
      if (kind !== 'review') return
      // Tab, Space and Enter suffice: past the link of the deal and Approve, where a reason is enough.
      await press(page, 'Tab', 'Tab', 'Tab', 'Enter', 'Tab', 'Space', 'Tab', 'Tab', 'Enter')
      await expect(fifth!).toBeFocused()
      await press(page, 'Tab', 'Tab', 'Enter')
      await expect(fifth!).toHaveCount(0)
      expect(await statusesOf(items.slice(3))).toEqual(['REJECTED', 'APPROVED'])
    })
  }

  await test.step('Ctrl+Enter and Cmd+Enter send a note', async () => {
    const items = await fillQueue('review', 'review', 'review')
    await page.goto(pathOf(items[0]!))
    for (const [place, modifier] of ['Control', 'Meta'].entries()) {
      await press(page, 'c')
      await page.keyboard.type('Which plan do you use?')
      await press(page, 'Enter')
      await expect(page.getByLabel('What should change?')).toHaveValue('Which plan do you use?\n')
      expect(await statusOf(items[place]!)).toBe('PENDING')
      await press(page, `${modifier}+Enter`)
      await expect(opened(items[place + 1]!)).toBeFocused()
      await expect(page.locator('[data-message]').filter({ hasText: 'Review sent back' }).last()).toBeVisible()
    }
    expect(await statusesOf(items)).toEqual(['CHANGES_REQUESTED', 'CHANGES_REQUESTED', 'PENDING'])
  })

  await test.step('the buttons of a proof have keys of their own', async () => {
    const items = await fillQueue('purchase_proof', 'purchase_proof')
    await page.goto(pathOf(items[0]!))
    await press(page, 'l')
    await expect(opened(items[1]!)).toBeFocused()
    await press(page, 'v')
    await expect(opened(items[0]!)).toBeFocused()
    await press(page, 'n')
    await expect(page.getByLabel('Reason')).toBeFocused()
    await page.keyboard.type('It names another product.')
    await press(page, 'Control+Enter')
    await expect(page).toHaveURL('/admin/queue')
    expect(await statusesOf(items)).toEqual(['REJECTED', 'APPROVED'])
  })

  await test.step('comments that need no closer look are approved together', async () => {
    await emptyQueue()
    const { id: author } = await makeProfile({ name: 'Ida Lovelace', created_at: new Date('2026-01-01') })
    const items: Item[] = []
    for (const rest of ['one', 'two', 'see cheap.example/offer']) {
      const body = `Text ${crypto.randomUUID()} ${rest}`
      items.push({ kind: 'comment', id: (await MAKE_WAITING.comment({ author, body })).id })
    }
    await page.goto('/admin/queue?kind=comments')
    const boxes = page.getByRole('listitem').getByRole('checkbox')
    await expect(page.getByRole('listitem').filter({ has: at(items[2]!) })).toContainText('1 link')
    await expect(boxes).toHaveCount(2)
    for (const box of await boxes.all()) await box.check()
    await page.getByRole('button', { name: 'Approve selected comments' }).click()
    await expect(toast(page, '2 comments approved')).toBeVisible()
    expect(await statusesOf(items)).toEqual(['APPROVED', 'APPROVED', 'PENDING'])
  })

  await test.step('every control of the next item can be above the messages', async () => {
    const items = await fillQueue('review', 'review', 'review', 'review')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(pathOf(items[0]!))
    for (const next of items.slice(1)) {
      await press(page, 'a')
      await expect(opened(next)).toBeAttached()
      await expect(page.locator('[data-message]').filter({ hasText: 'Review approved' }).last()).toBeVisible()
      // The bar of small screens moves up with the next frame.
      await expect.poll(() => page.evaluate(findCovered)).toEqual([])
    }
    await resize(page, 390, 800)
    await expect.poll(() => page.evaluate(findCovered)).toEqual([])
    await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible()
  })
})

/** Controls of the item that the messages cover however the page is scrolled. Runs in the page. */
function findCovered() {
  const controls = document.querySelectorAll(
    '#item :is(a[href="/admin/queue"], [aria-label$=" item"], [data-decision] :is(a, button, summary), [data-bottom-bar] :is(a, button))',
  )
  const strip = document.querySelector('[data-toasts]')!
  return [...controls]
    .filter((control) => {
      control.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      const [{ bottom }, { top }] = [control.getBoundingClientRect(), strip.getBoundingClientRect()]
      return control.checkVisibility() && bottom > top + 1
    })
    .map((control) => control.outerHTML)
}
