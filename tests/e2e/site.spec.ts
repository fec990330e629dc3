import { sql } from 'kysely'
import { makeDeal } from '#tests/factories'
import { picture } from '#tests/picture-files'
import { makeClicks } from '#tests/staff-factories'
import { db } from '~/db/database.server'
import { countClicksOfDays } from '~/features/staff/analytics/count-clicks-task.server'
import { expectNoViolations } from './axe'
import { expect, hydrated, said, test, unique } from './fixtures'

// Other journeys use the same site.
test.afterEach(async () => {
  await db.deleteFrom('site_settings').execute()
  await db.deleteFrom('pages').where('slug', '=', 'terms').execute()
})

test('an admin names the site, gives it a logo and a page, and sends a test email @both', async ({
  page,
  signInAs,
  hasScripts,
}) => {
  await signInAs({ role: 'ADMIN' })
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await test.step('a logo is uploaded, unless it is an SVG, and the original returns', async () => {
    await page.goto('/admin/site')
    const logo = page.getByRole('banner').getByRole('link', { name: 'Lifetime Ledger, home' }).locator('img').first()
    const upload = async (buffer: Buffer) => {
      await page.getByLabel('Logo, light').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
      // With scripts the file is sent when it is chosen, so that Save cannot leave it behind.
      if (!hasScripts) await press('Upload Logo, light')
    }
    await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    await expect(page.getByRole('link', { name: 'An SVG cannot be used.' })).toBeVisible()
    await upload(await picture(924, 128).png().toBuffer())
    await expect(said(page, 'Logo, light changed')).toBeVisible()
    await expect(logo).toHaveAttribute('src', /^\/pictures\/[0-9a-f]{64}-480\.webp$/)
    await page.goto('/deals')
    await expect(logo).toHaveJSProperty('naturalWidth', 480)
    await page.goto('/admin/site')
    await press('Use the original Logo, light')
    await expect(said(page, 'Logo, light removed')).toBeVisible()
    await expect(logo).toHaveAttribute('src', '/logo-light.svg')
  })

  await test.step('a name and a link are seen at once, and an error keeps what was entered', async () => {
    await page.goto('/admin')
    const navigation = page.getByRole('navigation', { name: 'Admin' })
    await navigation.getByText('Site', { exact: true }).click()
    await navigation.getByRole('link', { name: 'Name and logo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Name and logo')
    await hydrated(page)
    await page.getByLabel('Name', { exact: true }).fill('Dealbook')
    await press('Add link')
    await page.getByLabel('Name of link 1').fill('Mastodon')
    await press('Save')
    await expect(page.getByRole('link', { name: 'Link 1 needs a URL.' })).toBeVisible()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Dealbook')
    await expect(page.getByLabel('Name of link 1')).toHaveValue('Mastodon')
    await page.getByLabel('URL of link 1').fill('https://mastodon.example/@dealbook')
    await press('Save')
    await expect(said(page, 'Site updated')).toBeVisible()
    await expect(page).toHaveTitle('Name and logo | Dealbook')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Dealbook, home' })).toHaveText('Dealbook')
    await page.goto('/')
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Mastodon' })
    await expect(link).toHaveAttribute('href', 'https://mastodon.example/@dealbook')
  })

  await test.step('a page is seen before it is published, and edited', async () => {
    const title = unique('Press')
    await page.goto('/admin/pages')
    await page.getByRole('link', { name: 'New page' }).click()
    await page.waitForURL('**/new')
    await hydrated(page)
    await press('Save and publish')
    await expect(page.getByRole('link', { name: 'Title is required.' })).toBeVisible()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Footer group').selectOption('Legal')
    await page.getByLabel('Body').fill('## Our logo\n\n| Format | Size |\n| - | -: |\n| SVG | 2 kB |')
    if (!hasScripts) await press('Preview')
    await expect(page.getByRole('region', { name: 'Preview' }).getByRole('cell', { name: '2 kB' })).toBeVisible()
    await expect(page.getByLabel('Title')).toHaveValue(title)
    await press('Save and publish')
    await expect(said(page, `${title} published`)).toBeVisible()
    await page.getByRole('link', { name: title, exact: true }).first().click()
    await page.waitForURL(/\/admin\/pages\/press-/)
    await hydrated(page)
    await page.getByLabel('Body').fill('Ask us.')
    await press('Save and publish')
    // The message of the first save may still be there.
    await page.waitForURL('/admin/pages')
    await expect(said(page, `${title} published`)).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await expect(page.getByRole('main')).toContainText('Ask us.')
  })

  await test.step('a test email is in a folder while there is no mail server', async () => {
    await page.goto('/admin/system')
    await press('Send me a test mail')
    await expect(said(page, 'SMTP_URL is not set, so the email is in DATA_DIR/mail.')).toBeVisible()
    await expect(page).toHaveURL('/admin/system')
  })
})

test('an admin resolves a conflict about a page, and failed jobs; a manager reads clicks and has no such screen', async ({
  page,
  context,
  signInAs,
  baseURL,
}) => {
  const admin = await signInAs({ role: 'ADMIN', name: 'Petra Reeve' })
  const confirm = (name: string) => page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

  await test.step('a page that a colleague changed meanwhile, and its original text', async () => {
    await page.goto('/admin/pages/terms')
    await page.getByLabel('Body').fill('Mine.')
    const hers = { slug: 'terms', title: 'Terms of Service', body: 'Hers.', author_id: admin.id }
    await db.insertInto('pages').values(hers).execute()
    await page.getByRole('button', { name: 'Save and publish' }).click()
    await expect(page.getByText('Someone else saved this page while you were editing it')).toBeVisible()
    await expect(page.getByRole('row', { name: 'Body' })).toContainText('Hers.')
    await expect(page.getByLabel('Body')).toHaveValue('Mine.')
    // A state that only this journey reaches, so the list of screens does not judge it.
    await expectNoViolations(page)
    await page.getByRole('button', { name: 'Save mine over theirs' }).click()
    await expect(said(page, 'Terms of Service published')).toBeVisible()
    await page.goto('/admin/pages/terms')
    await page.getByRole('button', { name: 'Use the original text' }).click()
    await confirm('Use the original')
    await expect(said(page, 'Original text restored')).toBeVisible()
    await expect(page.getByLabel('Body')).toHaveValue(/^## What this is/)
  })

  await test.step('a failed job is run again and another one discarded', async () => {
    // A task that no worker knows stays where it is.
    const { rows } = await sql<{ id: string }>`
      select (graphile_worker.add_job('task_of_a_test', '{}', run_at := now() + interval '1 day')).id::text
      from generate_series(1, 2)`.execute(db)
    const ids = rows.map(({ id }) => id)
    await sql`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'The other side did not answer'
      where id = any(${ids}::bigint[])`.execute(db)
    await page.goto('/admin/system')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('System')
    await expect(page.getByText(/jobs? ha(s|ve) failed and will not be tried again automatically/)).toBeVisible()
    await expect(page.getByText('The other side did not answer').first()).toBeVisible()
    await page.getByRole('button', { name: `Retry task of a test ${ids[0]}` }).click()
    await expect(said(page, '1 job will run again at once')).toBeVisible()
    await page.getByRole('button', { name: new RegExp(`^Discard ?: task of a test ${ids[1]}$`) }).click()
    await confirm('Discard')
    await expect(said(page, '1 job discarded')).toBeVisible()
    const left = await sql`select from graphile_worker.jobs where id = any(${ids}::bigint[])`.execute(db)
    expect(left.rows).toHaveLength(1)
    await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(db)
  })

  await test.step('clicks of a visitor are counted for each range and can be downloaded', async () => {
    const slug = `counted-${unique()}`
    const title = `=1+1 ${slug}`
    const deal = await makeDeal({ slug, title, cta_url: `${baseURL}/healthz` })
    // Enough old clicks to lead the all-time list, and none within a shorter range.
    await makeClicks(40, { deal_id: deal.id, created_at: new Date(Date.now() - 100 * 86_400_000) })
    await countClicksOfDays()
    await context.clearCookies()
    await page.goto(`/deals/${slug}`)
    const opened = context.waitForEvent('page')
    await page
      .getByRole('complementary')
      .getByRole('link', { name: /^Get This Deal/ })
      .click()
    await (await opened).close()

    await signInAs({ role: 'MANAGER' })
    const clicks = page
      .getByRole('table', { name: /^Clicks by deal/ })
      .getByRole('row')
      .filter({ hasText: slug })
    await page.goto('/admin/analytics')
    await expect(page.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
    for (const card of ['Total Clicks', 'Avg Rating', 'Total Users', 'Reviews']) {
      await expect(page.getByRole('term').filter({ hasText: card }).first()).toBeVisible()
    }
    await expect(clicks.getByRole('cell').nth(1)).toHaveText('1')
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await expect(page).toHaveURL('/admin/analytics?range=all')
    await expect(clicks.getByRole('cell').nth(1)).toHaveText('41')
    await expect(page.getByRole('region', { name: 'Top Deals by Clicks' })).toContainText(slug)
    const download = page.getByRole('link', { name: 'Download clicks by deal as CSV' })
    const answer = await page.request.get((await download.getAttribute('href'))!)
    expect(answer.headers()['content-disposition']).toContain('attachment')
    expect(await answer.text()).toContain(`'${title},${slug},41,0,0`)
    await page.goto('/admin/system')
    await expect(page).toHaveURL('/')
  })
})
