import { expect, type Locator, type Page } from '@playwright/test'
import {
  makeCategory,
  makeChangeLog,
  makeComment,
  makeDeal,
  makePassword,
  makePlatform,
  makeProfile,
  makePurchase,
  makeQuestion,
  makeReview,
  makeVendor,
} from '#tests/factories'
import { cookieOf } from '#tests/requests'
import { makeProductPair, makeSeoEntry } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import type { Role } from '~/db/schema'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'
import { unfold } from './fixtures'

type Table =
  | 'deals'
  | 'reviews'
  | 'comments'
  | 'change_logs'
  | 'profiles'
  | 'categories'
  | 'platforms'
  | 'seo_metadata'
  | 'vendors'
  | 'products'
  | 'purchases'
  | 'sessions'

export type Opened = {
  path: string
  /** Fills the form and returns the values that must still be there after every failure. */
  fill?(): Promise<{ field: Locator; value: string }[]>
  submit(): Promise<void>
  /** The message after a successful submission. */
  done: string
  /** The row that the form writes. */
  row: { table: Table; id: string }
}

type FormCase = {
  name: string
  failure: string
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

async function openRight(page: Page, what: 'Role' | 'Status', value: string): Promise<Opened> {
  const role = what === 'Role' ? 'MANAGER' : 'USER'
  const status = what === 'Status' ? 'SUSPENDED' : 'ACTIVE'
  const person = await makeProfile({ role, status, name: `Wilma ${crypto.randomUUID().slice(0, 8)}` })
  const select = page.getByLabel(`${what} of ${person.name}`, { exact: true })
  const save = page.getByRole('button', { name: `Save ${what.toLowerCase()} of ${person.name}` })
  return {
    path: `/admin/users?q=${encodeURIComponent(person.email)}`,
    fill: async () => [{ field: select, value }],
    // With scripts a choice is saved at once; the button is there without scripts and after a failure.
    async submit() {
      // After a failure the choice is still there, and the click waits for the button.
      if ((await select.inputValue()) === value) {
        await expect(page.getByText(/^Not saved: still /)).toBeVisible()
        return save.click()
      }
      const hasButton = await save.isVisible()
      await select.selectOption(value)
      if (hasButton) await save.click()
    },
    done: `User ${what.toLowerCase()} updated`,
    row: { table: 'profiles', id: person.id },
  }
}

/** Every kind of form: how to open, fill and submit it, and its error message. */
export const FORMS: FormCase[] = [
  {
    name: 'a review',
    failure: 'Failed to submit review',
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
    name: 'a comment',
    failure: 'Failed to submit comment',
    async open(page) {
      const deal = await makeDeal()
      return {
        path: `/deals/${deal.slug}/comments`,
        fill: typing(page, { Comment: 'Does it <b>import</b>\nfrom a spreadsheet?' }),
        submit: press(page, 'Submit Comment'),
        done: 'Comment submitted',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'a change report',
    failure: 'Failed to submit change report',
    async open(page) {
      const deal = await makeDeal()
      const fill = typing(page, { Title: 'Five seats now', Description: 'The plan table says so.', 'Value now': '5' })
      return {
        path: `/deals/${deal.slug}/changes`,
        async fill() {
          await page.getByText('Add details').click()
          return fill()
        },
        submit: press(page, 'Submit Report'),
        done: 'Change reported',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'the report of a review',
    failure: 'Failed to send your report',
    async open(page) {
      const deal = await makeDeal()
      const review = await makeReview({ deal_id: deal.id, status: 'APPROVED' })
      const fill = typing(page, { 'What should we know?': 'Holds a referral link.\nTwice.' })
      return {
        path: `/deals/${deal.slug}/report/${review.id}`,
        async fill() {
          await page.getByLabel('Spam').check()
          return fill()
        },
        submit: press(page, 'Send report'),
        done: 'Report sent',
        row: { table: 'reviews', id: review.id },
      }
    },
  },
  {
    name: 'a vote for a review',
    failure: 'Failed to save your vote',
    isRedirected: true,
    async open(page) {
      const deal = await makeDeal()
      const review = await makeReview({ deal_id: deal.id, status: 'APPROVED', title: 'Worth it' })
      return {
        path: `/deals/${deal.slug}`,
        submit: press(page, 'Helpful: Worth it'),
        done: 'Marked as helpful',
        row: { table: 'reviews', id: review.id },
      }
    },
  },
  {
    name: 'a suggestion',
    failure: 'Failed to send suggestion',
    async open(page, user) {
      return {
        path: '/suggest',
        fill: typing(page, {
          'Link to the offer': 'https://quietworks.example/once',
          Title: 'Quietworks',
          'Why is it good?': 'Paid once,\nused daily.',
        }),
        submit: press(page, 'Send suggestion'),
        done: 'Suggestion sent',
        row: { table: 'profiles', id: user.id },
      }
    },
  },
  {
    name: 'an answer to "Still using it?"',
    failure: 'Failed to send answer',
    async open(page, user) {
      const review = await makeReview({ user_id: user.id, status: 'APPROVED' })
      const { id } = await makeQuestion({ review })
      const fill = typing(page, { 'What changed since?': 'Used weekly now.' })
      return {
        path: `/still/${id}?a=yes`,
        async fill() {
          await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
          return fill()
        },
        submit: press(page, 'Send'),
        done: 'Answer sent',
        row: { table: 'profiles', id: user.id },
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
    name: 'following a category',
    failure: 'Failed to update what you follow',
    isRedirected: true,
    async open(page) {
      const category = await makeCategory()
      await makeDeal({ category_id: category.id })
      return {
        path: `/categories/${category.slug}`,
        submit: press(page, 'Follow this category'),
        done: `You follow ${category.name}`,
        row: { table: 'categories', id: category.id },
      }
    },
  },
  {
    name: 'an availability report',
    failure: 'Failed to save your report',
    isRedirected: true,
    async open(page) {
      const deal = await makeDeal()
      return {
        path: `/deals/${deal.slug}`,
        submit: press(page, 'Still available'),
        done: 'Thanks',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'an account name',
    failure: 'Failed to change name',
    open: async (page, user) => ({
      path: '/account/settings',
      fill: typing(page, { Name: 'Ada Byron' }),
      submit: press(page, 'Change name'),
      done: 'Name changed',
      row: { table: 'profiles', id: user.id },
    }),
  },
  {
    name: 'the end of a session',
    failure: 'Failed to end the session',
    async open(page, user) {
      await cookieOf(user)
      const other = await db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user.id)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
      return {
        path: '/account/sessions',
        submit: press(page, 'End all other sessions'),
        done: '1 other session ended',
        row: { table: 'sessions', id: other.id },
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
    name: 'setting up an authenticator app',
    failure: 'Failed to set up the app',
    async open(page, user) {
      await makePassword(user.id, 'correct horse')
      return {
        path: '/account/security',
        async submit() {
          await page
            .getByRole('region', { name: 'Authenticator app' })
            .getByLabel('Your password')
            .fill('correct horse')
          await press(page, 'Set up an app')()
        },
        done: 'Scan the code with your app',
        row: { table: 'profiles', id: user.id },
      }
    },
  },
  {
    name: 'a purchase',
    failure: 'Failed to save purchase',
    async open(page, user) {
      const { id } = await makePurchase({ user_id: user.id })
      return {
        path: `/account/purchases/${id}`,
        fill: typing(page, { Paid: '59.50' }),
        submit: press(page, 'Save purchase'),
        done: 'Purchase saved',
        row: { table: 'purchases', id },
      }
    },
  },
  {
    name: 'the mail rhythm',
    failure: 'Failed to save changes',
    open: async (page, user) => ({
      path: '/account/following',
      submit: press(page, 'Save'),
      done: 'Email settings saved',
      row: { table: 'profiles', id: user.id },
    }),
  },
  {
    name: 'a role change',
    failure: 'Failed to update user role',
    role: 'ADMIN',
    open: (page) => openRight(page, 'Role', 'USER'),
  },
  {
    name: 'a status change',
    failure: 'Failed to update user status',
    role: 'ADMIN',
    open: (page) => openRight(page, 'Status', 'ACTIVE'),
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
        done: 'Deal updated',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'confirming a bulk action',
    failure: 'Failed to save deal',
    role: 'MANAGER',
    async open(page) {
      const deal = await makeDeal()
      const status = page.getByLabel('New status')
      return {
        path: `/admin/deals/bulk?do=set-status&id=${deal.id}`,
        async fill() {
          await status.selectOption('UPCOMING')
          return [{ field: status, value: 'UPCOMING' }]
        },
        submit: press(page, 'Set the status of 1 deal'),
        done: '1 deal set to Upcoming',
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
    name: 'confirming a role',
    failure: 'Failed to update user role',
    role: 'ADMIN',
    async open(page) {
      const { id } = await makeProfile()
      return {
        path: `/admin/users/${id}/role?to=MANAGER`,
        submit: press(page, 'Make manager'),
        done: 'User role updated',
        row: { table: 'profiles', id },
      }
    },
  },
  {
    name: 'deleting a deal on its page',
    failure: 'Failed to delete deal',
    role: 'ADMIN',
    async open(page) {
      const deal = await makeDeal()
      return {
        path: `/admin/deals/${deal.id}/delete`,
        submit: press(page, 'Delete'),
        done: 'Deal deleted successfully',
        row: { table: 'deals', id: deal.id },
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
        // The dialog stays open after a failure; without scripts there is the delete page instead.
        async submit() {
          if (new URL(page.url()).pathname.endsWith('/delete')) return press(page, 'Delete')()
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
      // The page goes on to the next item, which claims it.
      await makeReview()
      const fill = typing(page, { 'Note to the author': 'Holds a referral link.\nTwice.' })
      return {
        path: `/admin/queue/reviews/${review.id}`,
        async fill() {
          await page.getByText('Reject', { exact: true }).click()
          await page.getByLabel('Spam').check()
          return fill()
        },
        submit: press(page, 'Reject the review'),
        done: 'Review rejected',
        row: { table: 'reviews', id: review.id },
      }
    },
  },
  {
    name: 'the answer of a vendor',
    failure: 'Failed to save answer',
    role: 'MANAGER',
    async open(page) {
      const review = await makeReview({ status: 'APPROVED' })
      return {
        path: `/admin/answers/reviews/${review.id}`,
        fill: typing(page, { 'What the vendor says': 'The cap was lifted.\nFor everyone.' }),
        submit: press(page, 'Save Answer'),
        done: 'Answer saved',
        row: { table: 'reviews', id: review.id },
      }
    },
  },
  {
    name: 'approving a comment',
    failure: 'Failed to moderate comment',
    role: 'MANAGER',
    async open(page) {
      const comment = await makeComment()
      await makeComment()
      return {
        path: `/admin/queue/comments/${comment.id}`,
        submit: press(page, 'Approve'),
        done: 'Comment approved',
        row: { table: 'comments', id: comment.id },
      }
    },
  },
  {
    name: 'approving a price change',
    failure: 'Failed to moderate change report',
    role: 'MANAGER',
    async open(page) {
      const deal = await makeDeal({ deal_price: '59' })
      const report = await makeChangeLog({ deal_id: deal.id, kind: 'PRICE', new_value: '$49' })
      await makeChangeLog()
      return {
        path: `/admin/queue/change-reports/${report.id}`,
        fill: typing(page, { 'New deal price': '47.50' }),
        submit: press(page, 'Approve and apply'),
        done: 'Change report approved',
        row: { table: 'change_logs', id: report.id },
      }
    },
  },
  {
    name: 'a category',
    failure: 'Failed to save category',
    role: 'MANAGER',
    async open(page) {
      const { id, name } = await makeCategory()
      return {
        path: `/admin/categories/${id}`,
        fill: typing(page, { Name: `${name} renamed`, Description: 'Two\nlines' }),
        submit: press(page, 'Save Category'),
        done: 'Category updated',
        row: { table: 'categories', id },
      }
    },
  },
  {
    name: 'a platform',
    failure: 'Failed to save platform',
    role: 'MANAGER',
    async open(page) {
      const { id, name } = await makePlatform()
      return {
        path: `/admin/platforms/${id}`,
        fill: typing(page, { Name: `${name} renamed`, 'Website URL': 'https://platform.example/' }),
        submit: press(page, 'Save Platform'),
        done: 'Platform updated',
        row: { table: 'platforms', id },
      }
    },
  },
  {
    name: 'a vendor',
    failure: 'Failed to save vendor',
    role: 'MANAGER',
    async open(page) {
      const { id, name } = await makeVendor()
      return {
        path: `/admin/vendors/${id}`,
        fill: typing(page, { Name: `${name} renamed`, Note: 'Two\nlines' }),
        submit: press(page, 'Save Vendor'),
        done: 'Vendor updated',
        row: { table: 'vendors', id },
      }
    },
  },
  {
    name: 'a merge of products',
    failure: 'Failed to merge',
    role: 'ADMIN',
    async open(page) {
      const [from, into] = [await makeDeal(), await makeDeal()]
      const sure = page.getByLabel('These two are the same product.')
      return {
        path: `/admin/merge/product/${from.product_id}?into=${into.product_id}`,
        async fill() {
          await sure.check()
          return []
        },
        submit: press(page, `Merge into ${into.title}`),
        done: 'Products merged',
        row: { table: 'deals', id: from.id },
      }
    },
  },
  {
    name: 'a product',
    failure: 'Failed to save product',
    role: 'MANAGER',
    async open(page) {
      const { product_id: id } = await makeDeal()
      const values = { Name: 'Renamed', Website: 'https://renamed.example/' }
      return {
        path: `/admin/products/${id}`,
        fill: typing(page, values),
        submit: press(page, 'Save Product'),
        done: 'Product updated',
        row: { table: 'products', id },
      }
    },
  },
  {
    name: 'two products that are not the same',
    failure: 'Failed to save what you decided',
    role: 'MANAGER',
    async open(page, user) {
      const { product_id } = await makeProductPair((await makeDeal()).product_id, (await makeDeal()).product_id)
      return {
        path: `/admin/products/${product_id}`,
        submit: () => page.getByRole('button', { name: 'Not the same' }).click(),
        done: 'Remembered as different products',
        // Who decided is written down.
        row: { table: 'profiles', id: user.id },
      }
    },
  },
  {
    name: 'a move to another product',
    failure: 'Failed to move offer',
    role: 'MANAGER',
    async open(page) {
      const [deal, other] = [await makeDeal(), await makeDeal()]
      const select = page.getByLabel('Move it to')
      return {
        path: `/admin/deals/${deal.id}/move?q=${other.product_id}`,
        async fill() {
          await select.selectOption(other.product_id)
          return [{ field: select, value: other.product_id }]
        },
        submit: press(page, 'Move Offer'),
        done: 'Offer moved',
        row: { table: 'deals', id: deal.id },
      }
    },
  },
  {
    name: 'an SEO entry',
    failure: 'Failed to save entry',
    role: 'MANAGER',
    async open(page) {
      const deal = await makeDeal()
      const { id } = await makeSeoEntry({ entity_type: 'DEAL', entity_id: deal.id })
      return {
        path: `/admin/seo/${id}`,
        fill: typing(page, { 'Title when shared': 'A deal to share' }),
        submit: press(page, 'Save Entry'),
        done: 'Entry updated',
        row: { table: 'seo_metadata', id },
      }
    },
  },
]
