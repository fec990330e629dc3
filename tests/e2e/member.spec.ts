import {
  makeAccount,
  makeBookmark,
  makeCategory,
  makeComment,
  makeDeal,
  makeNotification,
  makeProfile,
  makePurchase,
  makeReview,
} from '#tests/factories'
import { decideOn, makeStaff } from '#tests/waiting-items'
import { db } from '~/db/database.server'
import { addDays, utcToday } from '~/http/utc-day'
import { unsubscribeToken } from '~/mail/unsubscribe-link.server'
import { formatDate } from '~/ui/local-date'
import { expect, hydrated, newEmail, resize, said, test, unique } from './fixtures'

const { step } = test

test('a member saves a deal, a vendor and a search, chooses alerts, and stops all of it again @both', async ({
  page,
  hasScripts,
  consoleErrors,
}) => {
  test.slow()
  const mark = unique()
  const category = await makeCategory({ name: `Writing ${mark}`, slug: `writing-${mark}` })
  const names = { title: `Quill ${mark}`, slug: `quill-${mark}`, vendor_name: `Vendor ${mark}` }
  const deal = await makeDeal({ ...names, category_id: category.id, deal_price: '59.00' })
  const member = await makeAccount('correct horse', { email: newEmail() })
  const sidebar = page.getByRole('complementary', { name: 'Deal Information' })
  const bookmark = sidebar.getByRole('button', { name: 'Bookmark', exact: true })
  const bookmarked = sidebar.getByRole('button', { name: 'Bookmarked' })
  const target = page.getByLabel('Alert me at or below')

  await step('a visitor who presses Bookmark signs in and finds the deal saved', async () => {
    await page.goto(`/deals/${deal.slug}`)
    await expect(sidebar.getByText('Please sign in to bookmark deals')).toBeVisible()
    await sidebar.getByRole('button', { name: 'Bookmark' }).click()
    await expect(page.getByText(`Sign in to bookmark ${deal.title}.`)).toBeVisible()
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(`/deals/${deal.slug}`)
    await expect(bookmarked).toBeVisible()
  })

  await step('a bookmark is removed and set again on the tab that is open, also by a double click', async () => {
    await page.goto(`/deals/${deal.slug}/comments`)
    await bookmarked.click()
    await expect(said(page, 'Bookmark removed')).toBeVisible()
    await expect(target).toHaveCount(0)
    await bookmark.click({ clickCount: hasScripts ? 2 : 1 })
    await expect(said(page, 'Deal bookmarked')).toBeVisible()
    await expect(page).toHaveURL(`/deals/${deal.slug}/comments`)
    await page.goto(`/deals/${deal.slug}/comments`)
    await expect(bookmarked).toBeVisible()
    if (!hasScripts) return
    await page.route('**/bookmark.data*', (route) => route.abort())
    await bookmarked.click()
    await expect(said(page, 'Failed to update bookmark')).toBeVisible()
    await expect(bookmarked).toBeVisible()
    expect(consoleErrors.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED'])
    await page.unrouteAll()
  })

  await step('the page of the deal takes a price for an alert', async () => {
    await page.goto(`/deals/${deal.slug}`)
    await target.fill('4.999')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(said(page, 'The price can have at most two decimals, such as 59.50.')).toBeVisible()
    // Without scripts this is the page of what is followed.
    await expect(page.locator('input[name="target"]:visible')).toHaveValue('4.999')
    await page.goto(`/deals/${deal.slug}`)
    await target.fill('$49')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(said(page, 'Price alert saved')).toBeVisible()
    await expect(page).toHaveURL(`/deals/${deal.slug}`)
    await page.getByText('Alert at $49.00. Change').click()
    await expect(target).toHaveValue('49.00')
  })

  await step('the page of the vendor can be followed', async () => {
    await page.goto(`/vendors/vendor-${mark}`)
    await page.getByRole('button', { name: 'Follow this vendor' }).click()
    await expect(said(page, `You follow Vendor ${mark}`)).toBeVisible()
    const pressed = page.getByRole('button', { name: 'Following this vendor' })
    await expect(pressed).toHaveAttribute('aria-pressed', 'true')
  })

  const path = `/deals?category=${category.slug}&open=1`
  await step('a search is saved under a name that describes it, or under another one', async () => {
    await page.goto(path)
    await page.getByText('Save this search').click()
    await expect(page.getByLabel('Name')).toHaveValue(`In ${category.name}, open now`)
    await page.getByLabel('Name').fill('Pens')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(said(page, 'Search saved')).toBeVisible()
    await page.goto(path)
    await page.getByText('Search saved').first().click()
    await expect(said(page, 'Saved as Pens.')).toBeVisible()
  })

  await step('the account lists the deal, and a saved search opens', async () => {
    await page.goto('/account')
    await expect(page.getByRole('link', { name: deal.title })).toBeVisible()
    await page.goto('/account/following')
    const searches = page.getByRole('region', { name: 'Saved searches' })
    await expect(searches).toContainText(`In ${category.name}, open now. 1 product`)
    await searches.getByRole('link', { name: 'Pens' }).click()
    await expect(page).toHaveURL(path)
  })

  await step('alerts, follows, searches and email are changed in one place', async () => {
    await page.goto('/account/following')
    const deals = page.getByRole('region', { name: 'Saved Deals' })
    await expect(deals).toContainText('1 saved')
    await expect(deals).toContainText(
      'Price, verified changes, ends in 3 days, ended, open again or a new offer. Alert at or below $49.00.',
    )
    await deals.getByText('Edit alerts').click()
    await deals.getByLabel('Ended').uncheck()
    await deals.getByLabel('Alert me at or below').fill('')
    await deals.getByRole('button', { name: 'Save' }).click()
    await expect(deals).toContainText('Price, verified changes, ends in 3 days, open again or a new offer.')
    await page.goto('/account/following')
    await deals.getByText('Edit alerts').click()
    await deals.getByRole('button', { name: 'Turn off alerts' }).click()
    await expect(deals).toContainText('1 without alerts')
    await deals.getByRole('button', { name: new RegExp(`^Remove bookmark\\s*: ${deal.title}`) }).click()
    await expect(page).toHaveURL('/account/following#deals')
    await expect(deals).toContainText('No saved deals yet')

    const others = page.getByRole('region', { name: 'Vendors and categories' })
    await expect(others).toContainText('Vendor. New offers and changes, 1 product')
    await others.getByRole('button', { name: `Unfollow Vendor ${mark}` }).click()
    await expect(others.getByRole('button', { name: `Unfollow Vendor ${mark}` })).toHaveCount(0)

    const searches = page.getByRole('region', { name: 'Saved searches' })
    await expect(searches).toContainText('none new since you looked today')
    await searches.getByRole('switch', { name: 'Tell me about new matches of Pens', checked: true }).click()
    await expect(searches).toContainText('You see new matches only here')
    await expect(searches.getByRole('switch')).not.toBeChecked()
    await searches.getByText('Rename').click()
    await searches.getByLabel('Name').fill('Fountain pens')
    await searches.getByRole('button', { name: 'Save' }).click()
    await expect(searches.getByRole('link', { name: 'Fountain pens' })).toBeVisible()
    await searches.getByRole('button', { name: 'Remove Fountain pens' }).click()
    await expect(said(page, 'Saved search removed')).toBeVisible()
    await expect(searches.getByRole('link', { name: 'Fountain pens' })).toHaveCount(0)

    await page.getByRole('radio', { name: 'Never' }).check()
    await page.getByRole('region', { name: 'Email' }).getByRole('button', { name: 'Save' }).click()
    await expect(said(page, 'Email settings saved')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Never' })).toBeChecked()
  })
})

test('a member edits what staff send back, takes something back, and reads the notifications @both', async ({
  page,
  signInAs,
}) => {
  test.slow()
  const title = unique('Rankfield')
  const deal = await makeDeal({ title, slug: `rankfield-${unique()}` })
  const ada = await signInAs({ name: 'Ada Lovelace' })
  const staff = await makeStaff()
  const review = await makeReview({ user_id: ada.id, deal_id: deal.id, title: 'Refund took three weeks' })
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  const main = page.getByRole('main')

  await step('the account leads to the review, and a bookmark is removed there', async () => {
    await makeBookmark({ user_id: ada.id, deal_id: deal.id })
    await page.goto('/account')
    await page.getByRole('button', { name: `Remove bookmark: ${title}` }).click()
    const saved = page.getByRole('region', { name: 'Saved Deals' })
    await expect(saved).toContainText(/No saved deals yet.*Bookmark a deal to save it here/s)
    await expect(saved.getByRole('link', { name: 'Browse Deals' })).toHaveAttribute('href', '/deals')
    await page.getByRole('link', { name: /^Edit\s*: Refund took/ }).click()
    await expect(page).toHaveURL(`/deals/${deal.slug}#review-form`)
    await expect(page.getByRole('heading', { name: 'Edit your review' })).toBeInViewport()
    await expect(page.getByLabel('Title')).toHaveValue('Refund took three weeks')
  })

  await step('a contribution that waits is taken back after a confirmation', async () => {
    await makeComment({ user_id: ada.id, body: 'Is there an API?' })
    await page.goto('/account/contributions')
    await expect(bell).toHaveAccessibleName('Notifications')
    const waiting = page.getByRole('region', { name: 'Waiting' })
    await expect(waiting).toContainText('Refund took three weeks')
    const comment = waiting.getByRole('listitem').filter({ hasText: 'Is there an API?' })
    await comment.getByRole('button', { name: 'Take back' }).click()
    const question = page.getByRole('alertdialog', { name: 'Take back your comment?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(waiting).toContainText('Is there an API?')
    await comment.getByRole('button', { name: 'Take back' }).click()
    await question.getByRole('button', { name: 'Take back' }).click()
    await expect(said(page, 'Comment taken back')).toBeVisible()
    await expect(main).not.toContainText('Is there an API?')
  })

  await step('a review that was sent back is edited and resubmitted', async () => {
    await decideOn('review', staff, review.id, { to: 'CHANGES_REQUESTED', note: 'Take out the order number.' })
    await page.goto('/about')
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
    await bell.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
    const asked = page.getByRole('listitem').filter({ hasText: `Your review of ${title} needs a change` })
    await expect(asked).toContainText('“Take out the order number.”')
    await expect(asked).toContainText('New')
    await asked.getByRole('link', { name: 'Edit and resubmit' }).click()
    await expect(page.getByRole('heading', { name: 'Edit your review' })).toBeVisible()
    await expect(bell).toHaveAccessibleName('Notifications')
    await page.goto('/account/contributions')
    const turn = page.getByRole('region', { name: 'Your turn' })
    await expect(turn).toContainText('1 to edit')
    await expect(turn).toContainText('Take out the order number.')
    await turn.getByRole('link', { name: 'Edit and resubmit' }).click()
    const own = page.getByRole('article', { name: 'Your review' })
    await expect(own).toContainText('Changes requested')
    await expect(own).toContainText('Take out the order number.')
    await hydrated(page)
    await page.getByRole('textbox', { name: 'Review' }).fill('Refunded on day 22 of 60.')
    await page.getByRole('button', { name: 'Save Review' }).click()
    await expect(own).toContainText('Pending')
    await expect(own).not.toContainText('Take out the order number.')
  })

  await step('its author is notified of the approval, and led to where it is published', async () => {
    const text = await db
      .selectFrom('review_versions')
      .select('id')
      .where('review_id', '=', review.id)
      .where('status', '=', 'PENDING')
      .executeTakeFirstOrThrow()
    await decideOn('review', staff, text.id)
    await page.goto('/account/notifications')
    await expect(bell).toHaveAccessibleName('Notifications, 1 unread')
    await page.getByRole('link', { name: `Your review of ${title} is published` }).click()
    await expect(page).toHaveURL(`/deals/${deal.slug}#review-${review.id}`)
    await expect(page.getByRole('article').filter({ hasText: 'Refunded on day 22 of 60.' })).toBeVisible()
    await expect(bell).toHaveAccessibleName('Notifications')
    await page.goto('/account/contributions')
    await expect(page.getByRole('region', { name: 'Decided' })).toContainText('1 approved, 0 rejected')
  })

  await step('on a phone the account counts unread notifications, and pages open at their top', async () => {
    for (let made = 0; made < 3; made++) await makeNotification({ user_id: ada.id })
    await resize(page, 390, 800)
    for (const path of ['/account/contributions', '/account/notifications']) {
      await page.goto(path)
      expect(await page.evaluate(() => scrollY), path).toBe(0)
      await expect(page.getByRole('banner').getByRole('link', { name: 'Account 3 unread notifications' })).toBeVisible()
      await expect(bell).toBeHidden()
    }
    await resize(page, 1280, 720)
  })

  await step('notifications are marked as read, one by one and all at once', async () => {
    await page.goto('/account/notifications')
    await page.getByRole('button', { name: 'Mark as read' }).first().click()
    await expect(bell).toHaveAccessibleName('Notifications, 2 unread')
    await page.getByRole('link', { name: 'Unread', exact: true }).click()
    await expect(page).toHaveURL(/view=unread$/)
    await expect(page.getByRole('button', { name: 'Mark as read' })).toHaveCount(2)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(page.getByText("You're all caught up")).toBeVisible()
    await expect(bell).toHaveAccessibleName('Notifications')
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL('/account/notifications')
    await expect(page.getByRole('button', { name: /^Mark/ })).toHaveCount(0)
  })
})

test('a member records purchases and refunds, downloads them, and ends all mails by the link in one @both', async ({
  page,
  signInAs,
}) => {
  const title = unique('Harbormoss')
  await makeDeal({ title, refund_days: 30, refund_from: 'PURCHASE', deal_price: '59.00' })
  const ada = await signInAs({ email: `ada-${newEmail()}` })
  const deadlines = page.getByRole('region', { name: 'Refund deadlines' })
  const totals = page.getByRole('region', { name: 'Totals' })

  await step('the deal of a purchase is found by its name', async () => {
    await page.goto('/account')
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Purchases' }).click()
    await expect(page.getByText('No purchases yet')).toBeVisible()
    await page.getByRole('link', { name: 'Add a purchase' }).click()
    await page.getByLabel('Name of the deal').fill('no such thing at all')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('No deal matches')).toBeVisible()
    await page.getByLabel('Name of the deal').fill(title)
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('link', { name: title }).click()
    await page.getByLabel('Bought on').fill(addDays(utcToday(), -21))
    await page.getByLabel('Paid').fill('$49')
    await page.getByRole('button', { name: 'Add purchase' }).click()
    await expect(deadlines).toContainText(formatDate(addDays(utcToday(), 9)))
    await expect(deadlines).toContainText("30 days from buying, the deal's rule. $49.00")
    await expect(deadlines).toContainText('9 days left')
  })

  await step('a refund is noted, and totals follow', async () => {
    await makePurchase({ user_id: ada.id, paid: '58.00', currency: 'EUR' })
    await page.goto('/account/purchases')
    await expect(totals).toContainText('2 bought, 0 refunded')
    await expect(totals).toContainText('Bought, US dollars')
    await expect(totals).toContainText('Bought, euros')
    await page.getByRole('link', { name: `Edit the purchase of ${title}` }).click()
    await page.getByLabel('Refunded on').fill(utcToday())
    await page.getByRole('button', { name: 'Save purchase' }).click()
    await expect(totals).toContainText('2 bought, 1 refunded')
    await expect(totals).toContainText('−$49.00')
    await expect(deadlines).toContainText('No upcoming deadlines.')
    await expect(page.getByRole('row', { name: title })).toContainText('Refunded')
  })

  await step('purchases are downloaded, and one is removed', async () => {
    await page.goto('/account/purchases')
    const downloading = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    expect((await downloading).suggestedFilename()).toBe('my-purchases.csv')
    await page.getByRole('link', { name: `Edit the purchase of ${title}` }).click()
    await page.getByRole('button', { name: 'Remove purchase' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove purchase' }).click()
    await expect(said(page, 'Purchase removed')).toBeVisible()
    await expect(totals).toContainText('1 bought, 0 refunded')
    await expect(page.getByRole('row', { name: title })).toHaveCount(0)
  })

  await step('the link in a mail asks before it stops all mails, without signing in', async () => {
    await page.context().clearCookies()
    await page.goto(`/unsubscribe/${unsubscribeToken(ada.id)}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribe' })).toBeVisible()
    await expect(page.getByText('a…@example.com')).toBeVisible()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByText('You are unsubscribed')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeHidden()
    const link = page.getByRole('link', { name: 'Choose how often you get email' })
    await expect(link).toHaveAttribute('href', '/account/following#mail')
  })
})

test('an owner says how a refund ended, and the deal and its vendor show the count from three owners on @both', async ({
  page,
  signInAs,
}) => {
  const deal = await makeDeal({ title: unique('Harbormoss'), vendor_name: unique('Moss Labs') })
  const vendor = await db
    .selectFrom('vendors')
    .select('slug')
    .where('id', '=', deal.vendor_id)
    .executeTakeFirstOrThrow()
  const bought_on = addDays(utcToday(), -30)
  const asked = async (refund_outcome: 'PAID' | 'REFUSED', refunded_on: string | null) => {
    const { id: user_id } = await makeProfile({ created_at: new Date('2026-01-01') })
    const refund = { refund_asked_on: bought_on, refund_outcome, refunded_on }
    await makePurchase({ user_id, deal_id: deal.id, bought_on, ...refund })
  }
  await asked('PAID', bought_on)
  await asked('REFUSED', null)
  const ada = await signInAs({ created_at: new Date('2026-01-01') })
  const { id } = await makePurchase({ user_id: ada.id, deal_id: deal.id, bought_on, paid: '69.00', currency: 'USD' })
  const box = page.getByRole('region', { name: 'Refund', exact: true })

  await step('the day of asking cannot be before the purchase', async () => {
    await page.goto(`/account/purchases/${id}`)
    await box.getByLabel('I asked for a refund on').fill(addDays(bought_on, -1))
    await box.getByRole('button', { name: 'Save refund' }).click()
    const error = `Choose a day between ${formatDate(bought_on)} and today.`
    await expect(page.getByRole('alert').first()).toContainText(error)
    await expect(box.getByLabel('I asked for a refund on')).toHaveValue(addDays(bought_on, -1))
    await box.getByLabel('I asked for a refund on').fill(addDays(utcToday(), -15))
    await box.getByRole('button', { name: 'Save refund' }).click()
    await expect(page.getByText(/^You asked for a refund on .* Did they pay\?$/)).toBeVisible()
  })

  await step('how it ended is saved, and counts', async () => {
    await box.getByLabel('Paid', { exact: true }).check()
    await box.getByLabel('Paid on').fill(utcToday())
    await box.getByRole('button', { name: 'Save refund' }).click()
    await expect(box).toContainText(`Paid on ${formatDate(utcToday())}, after 15 days.`)
    for (const path of [`/deals/${deal.slug}`, `/vendors/${vendor.slug}`]) {
      await page.goto(path)
      await expect(page.getByText('owners asked for a refund: 2 paid, 1 refused')).toBeVisible()
    }
    for (let n = 0; n < 2; n++) await asked('PAID', bought_on)
    await page.goto(`/deals/${deal.slug}`)
    await expect(page.getByText('owners asked for a refund: 4 paid, 1 refused')).toBeVisible()
  })

  await step('it can be taken back', async () => {
    await page.goto(`/account/purchases/${id}`)
    await box.getByText('Change', { exact: true }).click()
    await box.getByRole('button', { name: 'I did not ask' }).click()
    await expect(box.getByLabel('I asked for a refund on')).toBeVisible()
    await page.goto(`/deals/${deal.slug}`)
    await expect(page.getByText('owners asked for a refund: 3 paid, 1 refused')).toBeVisible()
  })
})
