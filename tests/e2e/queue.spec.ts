import type { Browser, Page } from '@playwright/test'
import { makeChangeLog, makeComment, makeContactMessage, makeDeal, makeProfile, makeReview } from '#tests/factories'
import { MAKE_WAITING } from '#tests/waiting-items'
import { db } from '~/db/database.server'
import type { DB } from '~/db/schema'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { emptyQueue } from './empty-queue'
import { expect, expectNoSidewaysScroll, hydrated, resize, setSession, test } from './fixtures'

const TABLES: Record<Kind, keyof DB> = {
  change_log: 'change_logs',
  ended_report: 'deal_alerts',
  review_report: 'review_alerts',
  review: 'reviews',
  review_edit: 'review_edits',
  follow_up: 'follow_ups',
  purchase_proof: 'purchase_proofs',
  comment: 'comments',
  broken_link: 'deal_alerts',
  page_difference: 'deal_alerts',
  suggestion: 'deal_suggestions',
  contact_message: 'contact_messages',
}

type Item = { kind: Kind; id: string }

const statusOf = async ({ kind, id }: Item) =>
  (
    await db
      .selectFrom(TABLES[kind] as 'reviews')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status

const pathOf = ({ kind, id }: Item) => `/admin/queue/${specOf(kind).segment}/${id}`

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text, visible: true }).first()

/** Each of its own text, as similar ones are pointed out. */
const ownText = () => `Text ${crypto.randomUUID()}`

const MAKERS: Record<Kind, () => Promise<{ id: string }>> = {
  change_log: () => makeChangeLog({ description: ownText() }),
  review: () => makeReview({ body: ownText() }),
  review_edit: () => MAKE_WAITING.review_edit({ body: ownText() }),
  follow_up: () => MAKE_WAITING.follow_up({ body: ownText() }),
  purchase_proof: MAKE_WAITING.purchase_proof,
  comment: () => makeComment({ body: ownText() }),
  suggestion: MAKE_WAITING.suggestion,
  contact_message: () => makeContactMessage({ body: ownText() }),
  ended_report: MAKE_WAITING.ended_report,
  review_report: () => MAKE_WAITING.review_report({ body: ownText() }),
  broken_link: MAKE_WAITING.broken_link,
  page_difference: MAKE_WAITING.page_difference,
}

/** Orders items of any kind by their place in this list. Nothing else waits after `emptyQueue`. */
async function inThisOrder(items: Item[]) {
  for (const [place, { id }] of items.entries()) {
    await db
      .updateTable('queue_items')
      .set({ rank: 1, waiting_since: new Date(Date.UTC(2026, 0, 1 + place)) })
      .where('subject_id', '=', id)
      .execute()
  }
}

test.beforeEach(emptyQueue)

async function signedInPage(browser: Browser, name: string) {
  const context = await browser.newContext({ baseURL: process.env.SITE_URL })
  const person = await makeProfile({ role: 'MANAGER', name, email: `${crypto.randomUUID()}@example.com` })
  await setSession(context, person)
  return { page: await context.newPage(), close: () => context.close() }
}

/** What is done with each of thirty items, by kind and in turn. */
const TURNS: Record<Kind, Turn[]> = {
  ended_report: ['approve', 'reject', 'skip'],
  review_report: ['approve', 'reject'],
  broken_link: ['reject', 'approve'],
  page_difference: ['approve', 'reject'],
  change_log: ['approve', 'reject', 'ask'],
  review: ['approve', 'reject', 'ask', 'skip'],
  review_edit: ['approve', 'ask', 'reject'],
  follow_up: ['approve', 'reject', 'ask'],
  purchase_proof: ['approve', 'reject'],
  comment: ['approve', 'reject'],
  // Its approval is a draft, see suggest.spec.ts.
  suggestion: ['reject'],
  contact_message: ['approve', 'reject'],
}
type Turn = 'approve' | 'reject' | 'ask' | 'skip'

const STATUS_AFTER = { approve: 'APPROVED', reject: 'REJECTED', ask: 'CHANGES_REQUESTED', skip: 'PENDING' }

async function decideWithKeys(page: Page, { kind }: Item, turn: Turn) {
  const keys = (...pressed: string[]) =>
    pressed.reduce((last, key) => last.then(() => page.keyboard.press(key)), Promise.resolve())
  const { hasReason, asks } = specOf(kind).reject
  if (turn === 'skip') await keys('j')
  if (turn === 'approve') await keys('a')
  if (turn === 'reject') await (hasReason && !asks ? keys('r', '6', 'Enter') : keys('r'))
  if (turn === 'reject' && asks) {
    await page.keyboard.type('It names another product.')
    await keys('Tab', 'Enter')
  }
  if (turn === 'ask') {
    await keys('c')
    // Letters are text while typing.
    await page.keyboard.type('Say for jobs of what size.')
    await keys('Tab', 'Enter')
  }
}

async function decideWithForms(page: Page, { kind }: Item, turn: Turn) {
  const decision = page.getByRole('region', { name: 'Decision' })
  if (turn === 'skip') await page.getByRole('link', { name: 'Next item' }).click()
  if (turn === 'approve') await decision.getByRole('button', { name: specOf(kind).approve.label }).click()
  const { hasReason, asks, label } = specOf(kind).reject
  if (turn === 'reject' && asks) {
    await decision.getByText(label).first().click()
    await decision.getByLabel(asks).fill('It names another product.')
    await decision.getByRole('button', { name: label }).click()
  } else if (turn === 'reject' && hasReason) {
    await decision.getByText(label, { exact: true }).first().click()
    await decision.getByLabel('No evidence').check()
    await decision.getByRole('button', { name: /^(Reject|Remove) the/ }).click()
  } else if (turn === 'reject') {
    await decision.getByRole('button', { name: specOf(kind).reject.label }).click()
  }
  if (turn === 'ask') {
    await decision.getByText('Ask for a change').click()
    await decision.getByLabel('What should change?').fill('Say for jobs of what size.')
    await decision.getByRole('button', { name: 'Send back to the author' }).click()
  }
}

test('thirty mixed items are decided in one sitting, with scripts by keyboard alone @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  test.slow()
  await signInAs({ role: 'MANAGER' })
  const kinds: Kind[] = [
    'change_log',
    'review',
    'ended_report',
    'comment',
    'review_edit',
    'follow_up',
    'purchase_proof',
    'broken_link',
    'review',
    'page_difference',
    'contact_message',
  ]
  const items: Item[] = []
  // The last one is where the sitting ends.
  for (let place = 0; place <= 30; place++) {
    const kind = kinds[place % kinds.length]!
    items.push({ kind, id: (await MAKERS[kind]()).id })
  }
  await inThisOrder(items)
  const seen: Record<string, number> = {}
  const turns = items.slice(0, 30).map(({ kind }): Turn => {
    seen[kind] = (seen[kind] ?? -1) + 1
    return TURNS[kind][seen[kind] % TURNS[kind].length]!
  })

  if (hasScripts) {
    await page.goto('/admin/queue')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
  } else await page.goto(pathOf(items[0]!))
  for (const [place, turn] of turns.entries()) {
    const item = items[place]!
    await expect(page).toHaveURL(new RegExp(`${pathOf(item)}(#item)?$`))
    if (hasScripts) {
      await expect(page.locator('#item', { has: page.locator(`input[name="id"][value="${item.id}"]`) })).toBeFocused()
      await decideWithKeys(page, item, turn)
    } else await decideWithForms(page, item, turn)
  }
  await expect(page).toHaveURL(new RegExp(pathOf(items[30]!)))
  expect(await Promise.all(items.slice(0, 30).map(statusOf))).toEqual(turns.map((turn) => STATUS_AFTER[turn]))
})

test('the second of two moderators sees both decisions and keeps their note', async ({ page, browser, signInAs }) => {
  const review: Item = { kind: 'review', id: (await makeReview({ title: 'Decided twice', body: ownText() })).id }
  await signInAs({ role: 'MANAGER', name: 'Noah Birk' })
  await page.goto(pathOf(review))
  await expect(page.getByText(/^Claimed for 15 minutes, until \d\d:\d\d UTC\.$/)).toBeVisible()

  const hers = await signedInPage(browser, 'Mira Lund')
  await hers.page.goto(pathOf(review))
  await hydrated(hers.page)
  await expect(hers.page.getByText(/^Noah Birk opened this 1 minute ago and has it until \d\d:\d\d UTC/)).toBeVisible()
  await expect(hers.page.getByRole('button', { name: 'Approve' })).toHaveCount(0)
  await hers.page.getByRole('button', { name: 'Take over' }).first().click()
  await expect(hers.page.getByText(/^Claimed for 15 minutes, until/)).toBeVisible()

  // His page still shows the forms, but the item is hers now.
  await page.getByRole('region', { name: 'Decision' }).getByText('Reject', { exact: true }).click()
  await page.getByLabel('Conflict of interest').check()
  await page.getByLabel('Note to the author').fill('The author works for the vendor.')
  await page.getByRole('button', { name: 'Reject the review' }).click()
  await expect(page.getByRole('alert')).toContainText(/Mira Lund opened this .*Take over to decide/)
  await expect(page.getByLabel('Your note, kept so that you can copy it')).toHaveValue(
    'The author works for the vendor.',
  )
  expect(await statusOf(review)).toBe('PENDING')

  await page.goto(pathOf(review))
  await page.getByRole('button', { name: 'Take over' }).first().click()
  await expect(page.getByRole('button', { name: 'Approve' }).first()).toBeVisible()
  await db
    .updateTable('queue_items')
    .set({ claimed_by: null, claimed_at: null })
    .where('subject_id', '=', review.id)
    .execute()
  await hers.page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve' }).click()
  await expect(toast(hers.page, 'Review approved')).toBeVisible()
  await hers.close()

  await page.getByRole('region', { name: 'Decision' }).getByText('Reject', { exact: true }).click()
  await page.getByLabel('Conflict of interest').check()
  await page.getByLabel('Note to the author').fill('Too late.')
  await page.getByRole('button', { name: 'Reject the review' }).click()
  await expect(page.getByRole('alert')).toContainText(
    /Already decided.*Mira Lund approved this review at \d\d:\d\d UTC/s,
  )
  const rows = page.getByRole('region', { name: 'Table of both decisions' }).getByRole('row')
  await expect(rows.nth(1)).toContainText(/Mira Lund.*Approved/)
  await expect(rows.nth(2)).toContainText(/You.*Reject not saved.*Conflict of interest/)
  await expect(page.getByLabel('Your note, kept so that you can copy it')).toHaveValue('Too late.')

  await page.getByRole('link', { name: 'Open it and change the decision' }).click()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(toast(page, 'Review reopened')).toBeVisible()
  expect(await statusOf(review)).toBe('PENDING')
})

test('a decision can be undone from its message @both', async ({ page, signInAs, hasScripts }) => {
  const deal = await makeDeal({ deal_price: '59.00' })
  const report: Item = {
    kind: 'change_log',
    id: (await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49', description: ownText() })).id,
  }
  const priceNow = () => db.selectFrom('deals').select('deal_price').where('id', '=', deal.id).executeTakeFirstOrThrow()
  await signInAs({ role: 'MANAGER' })
  const after: Item = { kind: 'review', id: (await makeReview({ body: ownText() })).id }
  await inThisOrder([report, after])
  await page.goto(pathOf(report))
  await page.getByLabel('New deal price').fill('a lot')
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve and apply' }).click()
  await expect(page.getByText(/Deal price must be a number/)).toBeVisible()
  await page.getByLabel('New deal price').fill('49')
  await page.getByRole('region', { name: 'Decision' }).getByRole('button', { name: 'Approve and apply' }).click()
  await expect(toast(page, 'Change report approved')).toBeVisible()
  expect(await statusOf(report)).toBe('APPROVED')
  expect(await priceNow()).toEqual({ deal_price: '49.00' })

  if (hasScripts) await page.keyboard.press('u')
  else await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Decision undone')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(pathOf(report)))
  expect(await statusOf(report)).toBe('PENDING')
  expect(await priceNow()).toEqual({ deal_price: '59.00' })
})

test('comments are approved together, without those that must be read', async ({ page, signInAs }) => {
  await signInAs({ role: 'MANAGER' })
  const author = await makeProfile({ name: 'Ida Lovelace', created_at: new Date('2026-01-01') })
  const bodies = [`${ownText()} one`, `${ownText()} two`, `${ownText()} see cheap.example/offer`]
  const items: Item[] = []
  for (const body of bodies) items.push({ kind: 'comment', id: (await makeComment({ user_id: author.id, body })).id })
  await page.goto('/admin/queue?kind=comments')
  const lines = page.getByRole('listitem').filter({ hasText: author.name! })
  await expect(lines).toHaveCount(3)
  await expect(lines.getByRole('checkbox')).toHaveCount(2)
  await expect(lines.nth(2)).toContainText('1 link')
  for (const box of await lines.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Approve selected comments' }).click()
  await expect(toast(page, '2 comments approved')).toBeVisible()
  expect(await Promise.all(items.map(statusOf))).toEqual(['APPROVED', 'APPROVED', 'PENDING'])
})

test('the keys act on the line that has the focus', async ({ page, signInAs }) => {
  await signInAs({ role: 'MANAGER' })
  const items: Item[] = []
  for (const kind of ['review', 'comment', 'comment', 'change_log', 'review'] as const) {
    items.push({ kind, id: (await MAKERS[kind]()).id })
  }
  await inThisOrder(items)
  const [first, second, third, fourth, fifth] = items.map(({ id }) => page.locator(`#item-${id}`))
  await page.goto('/admin/queue')

  // Without focus on a line, A decides nothing.
  await page.keyboard.press('a')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.locator('#queue').getByRole('link').first()).toBeFocused()
  await first!.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Shift+A')
  expect(await statusOf(items[0]!)).toBe('PENDING')
  await page.keyboard.press('a')
  await expect(second!).toBeFocused()
  await expect(toast(page, 'Review approved')).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('r')
  await expect(third!).toBeFocused()
  await expect(toast(page, 'Comment rejected')).toBeVisible()
  expect(await Promise.all(items.map(statusOf))).toEqual(['APPROVED', 'REJECTED', 'PENDING', 'PENDING', 'PENDING'])

  await page.keyboard.press('j')
  await expect(fourth!).toBeFocused()
  await page.keyboard.press('r')
  await expect(page).toHaveURL(new RegExp(`${pathOf(items[3]!)}#reject$`))
  await expect(page.getByLabel('Spam')).toBeFocused()
  await page.keyboard.press('7')
  await expect(page.getByLabel('Duplicate')).toBeChecked()
  await page.getByRole('link', { name: 'Queue', exact: true }).last().click()
  await fifth!.focus()
  await page.keyboard.press('c')
  await expect(page).toHaveURL(new RegExp(`${pathOf(items[4]!)}#ask$`))
  await expect(page.getByLabel('What should change?')).toBeFocused()
  await page.keyboard.type('jar?')
  await expect(page.getByLabel('What should change?')).toHaveValue('jar?')
})

test('an item page marks similar texts and links', async ({ page, signInAs }) => {
  await signInAs({ role: 'MANAGER' })
  const deal = await makeDeal()
  const text =
    'Keyword exports are exactly what our clients ask for, one file a client, with the position, the change and the page that ranks. The price is fair for what it does every day.'
  await makeReview({ deal_id: deal.id, body: `${text} Again.` })
  const last = await makeReview({
    deal_id: deal.id,
    body: `${text} See plotwise.example/roadmap, where it has no date.`,
  })
  await page.goto(pathOf({ kind: 'review', id: last.id }))
  const link = page.getByRole('link', { name: 'plotwise.example/roadmap' })
  await expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer')
  const similar = page.getByRole('region', { name: 'Similar earlier texts' })
  await expect(similar.locator('mark').first()).toContainText('Keyword exports are exactly')
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 800 },
]) {
  test(`every control of the next item can be above the messages at ${viewport.width} pixels`, async ({
    page,
    signInAs,
  }) => {
    await signInAs({ role: 'MANAGER' })
    await page.setViewportSize(viewport)
    const items: Item[] = []
    for (let place = 0; place < 4; place++) items.push({ kind: 'review', id: (await MAKERS.review()).id })
    await inThisOrder(items)
    await page.goto(pathOf(items[0]!))
    for (const next of items.slice(1)) {
      await page.keyboard.press('a')
      await expect(page.locator(`#item input[name="id"][value="${next.id}"]`).first()).toBeAttached()
      await expect(page.locator('[data-message]').filter({ hasText: 'Review approved' }).last()).toBeVisible()
      const findCovered = () => {
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
      // The bar of small screens moves up with the next frame.
      await expect.poll(() => page.evaluate(findCovered)).toEqual([])
    }
    await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible()
  })
}

test('at most three messages are shown, in a strip that never covers the end of the page', async ({ page }) => {
  await page.goto('/about')
  const show = (...titles: string[]) =>
    page.evaluate((titles) => {
      for (const title of titles) {
        document.dispatchEvent(new CustomEvent('toast', { detail: { tone: 'success', title, stays: true } }))
      }
    }, titles)
  const messages = page.locator('[data-message]').filter({ visible: true })

  await show('First', 'Second', 'Third', 'Fourth')
  await expect(messages).toHaveText(['Second', 'Third', 'Fourth'])
  for (const width of [1440, 390]) {
    await resize(page, width, 800)
    await expect(messages.last()).toBeInViewport({ ratio: 1 })
    await expectNoSidewaysScroll(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const strip = (await page.locator('[data-toasts]').boundingBox())!
    const footer = (await page.getByRole('contentinfo').boundingBox())!
    expect(strip.y + strip.height).toBeLessThanOrEqual(footer.y + 1)
    await page.evaluate(() => scrollTo(0, 0))
  }
  await page.getByRole('button', { name: 'Dismiss' }).last().click()
  await expect(messages).toHaveText(['Second', 'Third'])
})
