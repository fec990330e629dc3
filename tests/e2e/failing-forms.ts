import { expect, type Locator, type Page } from '@playwright/test'
import { makeDeal, makeProfile, makeReview } from '#tests/factories'
import { db } from '~/db/database.server'
import type { Role } from '~/db/schema'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'
import { unfold } from './fixtures'

export type Opened = {
  path: string
  /** Fills the form and returns the values that must still be there after every failure. */
  fill?(): Promise<{ field: Locator; value: string }[]>
  submit(): Promise<void>
  /** The message after a successful submission. */
  done: string
  /** The row that the form writes. */
  row: { table: 'deals' | 'profiles' | 'review_versions' | 'sessions'; id: string }
}

type FormCase = {
  name: string
  failure: string
  /** Of its toast, if that is not the message. */
  title?: string
  role?: Role
  /** The action answers with a redirect and has no page of its own. */
  isRedirected?: boolean
  open(page: Page, user: { id: string }): Promise<Opened>
}

const press = (page: Page, name: string) => () => page.getByRole('button', { name, exact: true }).first().click()

/** Fills text fields by label. */
function typing(page: Page, values: Record<string, string>) {
  return async () => {
    const fields = Object.entries(values).map(([label, value]) => ({
      field: page.getByRole('textbox', { name: label }).first(),
      value,
    }))
    for (const { field, value } of fields) await field.fill(value)
    return fields
  }
}

/** A form of each kind: how to open, fill and submit it, and its error message. */
export const FORMS: FormCase[] = [
  {
    name: 'a review',
    failure: 'Failed to submit review',
    title: 'Error',
    async open(page) {
      const deal = await makeDeal()
      const fill = typing(page, { Title: 'Worth it', Review: 'Paid once,\nused daily.' })
      return {
        path: `/deals/${deal.slug}`,
        async fill() {
          await page.getByText('4 stars').click({ force: true })
          return [...(await fill()), { field: page.locator('input[name=rating]:checked'), value: '4' }]
        },
        submit: press(page, 'Submit Review'),
        done: 'Review submitted',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'a bookmark',
    failure: 'Failed to update bookmark',
    isRedirected: true,
    async open(page) {
      const deal = await makeDeal()
      return {
        path: `/deals/${deal.slug}`,
        submit: press(page, 'Bookmark'),
        done: 'Deal bookmarked',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'signing out',
    failure: 'Error signing out',
    isRedirected: true,
    async open(page, user) {
      const own = db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
      return {
        path: '/account',
        submit: press(page, 'Sign Out'),
        done: 'Signed out successfully',
        row: { table: 'sessions', id: (await own.executeTakeFirstOrThrow()).id },
      }
    },
  },
  {
    name: 'a role change',
    failure: 'Failed to update user role',
    role: 'ADMIN',
    async open(page) {
      const name = `Wilma ${crypto.randomUUID().slice(0, 8)}`
      const { id, email } = await makeProfile({ role: 'MANAGER', name })
      const select = page.getByLabel(`Role of ${name}`, { exact: true })
      const save = page.getByRole('button', { name: `Save role of ${name}` })
      return {
        path: `/admin/users?q=${encodeURIComponent(email)}`,
        fill: async () => [{ field: select, value: 'USER' }],
        // With scripts a choice is saved at once; the button is there without scripts and after a failure.
        async submit() {
          // After a failure the choice is still there, and the click waits for the button.
          if ((await select.inputValue()) === 'USER') {
            await expect(page.getByText(/^Not saved: still /)).toBeVisible()
            return save.click()
          }
          const hasButton = await save.isVisible()
          await select.selectOption('USER')
          if (hasButton) await save.click()
        },
        done: 'User role updated',
        row: { table: 'profiles', id },
      }
    },
  },
  {
    name: 'a deal',
    failure: 'Failed to save deal',
    role: 'MANAGER',
    async open(page) {
      const deal = await makeDeal()
      const fill = typing(page, { 'Vendor name': 'Fenwright', Summary: 'Notes\nfor teams' })
      return {
        path: `/admin/deals/${deal.id}`,
        async fill() {
          const fields = await fill()
          await unfold(page, 'Pros & Cons')
          await page.getByRole('button', { name: 'Add entry' }).click()
          const entry = page.getByLabel('Text of entry 1')
          await entry.fill('Paid once')
          return [...fields, { field: entry, value: 'Paid once' }]
        },
        submit: press(page, 'Save Deal'),
        done: 'Deal updated',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'publishing a deal',
    failure: 'Failed to save deal',
    role: 'MANAGER',
    async open(page) {
      const deal = await makeDeal({ published: false, title: `Hidden ${crypto.randomUUID().slice(0, 8)}` })
      return {
        path: `/admin/deals?q=${encodeURIComponent(deal.title)}`,
        submit: press(page, `Publish ${deal.title}`),
        done: '1 deal published',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'unsubscribing',
    failure: 'Failed to unsubscribe',
    async open(page) {
      const { id } = await makeProfile()
      return {
        path: `/unsubscribe/${unsubscribeToken(id)}`,
        submit: press(page, 'Unsubscribe'),
        done: 'You are unsubscribed',
        row: { table: 'profiles', id },
      }
    },
  },
  {
    name: 'deleting a deal in the list',
    failure: 'Failed to delete deal',
    role: 'ADMIN',
    async open(page) {
      const deal = await makeDeal({ title: `Gone ${crypto.randomUUID().slice(0, 8)}` })
      const dialog = page.getByRole('alertdialog')
      return {
        path: `/admin/deals?q=${encodeURIComponent(deal.title)}`,
        // The dialog stays open after a failure, but for a page without scripts.
        async submit() {
          if (!(await dialog.isVisible())) await page.getByRole('button', { name: `Delete ${deal.title}` }).click()
          await dialog.getByRole('button', { name: 'Delete' }).click()
        },
        done: 'Deal deleted successfully',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'rejecting a review',
    failure: 'Failed to moderate review',
    role: 'MANAGER',
    async open(page) {
      const review = await makeReview()
      // The page goes on to the next item.
      await makeReview()
      const fill = typing(page, { 'Note to the author': 'Holds a referral link.\nTwice.' })
      return {
        path: `/admin/queue/reviews/${review.id}`,
        async fill() {
          await page.getByRole('region', { name: 'Decision' }).getByText('Reject', { exact: true }).click()
          await page.getByLabel('Spam').check()
          return fill()
        },
        submit: press(page, 'Reject Review'),
        done: 'Review rejected',
        row: { table: 'review_versions', id: review.id },
      }
    },
  },
]
