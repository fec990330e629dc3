import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { expect, said, test } from './fixtures'

test('an admin sees a failed job, runs it again and discards another; a manager has no such screen', async ({
  page,
  signInAs,
}) => {
  // A task that no worker knows stays where it is.
  const { rows } = await sql<{ id: string }>`
    select (graphile_worker.add_job('task_of_a_test', '{}', run_at := now() + interval '1 day')).id::text
    from generate_series(1, 2)`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'The other side did not answer'
    where id = any(${ids}::bigint[])`.execute(db)
  await signInAs({ role: 'ADMIN' })
  await page.goto('/admin')
  const navigation = page.getByRole('navigation', { name: 'Admin' })
  await navigation.getByText('Site', { exact: true }).click()
  await navigation.getByRole('link', { name: 'System' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('System')
  await expect(page.getByText(/jobs? ha(s|ve) failed and will not be tried again automatically/)).toBeVisible()
  await expect(page.getByText('The other side did not answer').first()).toBeVisible()

  await page.getByRole('button', { name: `Retry task of a test ${ids[0]}` }).click()
  await expect(page.getByText('1 job will run again at once').filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('button', { name: new RegExp(`^Discard ?: task of a test ${ids[1]}$`) }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByText('1 job discarded').filter({ visible: true }).first()).toBeVisible()
  const left = await sql`select from graphile_worker.jobs where id = any(${ids}::bigint[])`.execute(db)
  expect(left.rows).toHaveLength(1)
  await sql`select graphile_worker.complete_jobs(${ids}::bigint[])`.execute(db)

  await signInAs({ role: 'MANAGER' })
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: 'System' })).toHaveCount(0)
  await page.goto('/admin/system')
  await expect(page).toHaveURL('/')
})

test('an admin sends a test email, and reads where it is while there is no mail server @both', async ({
  page,
  signInAs,
}) => {
  await signInAs({ role: 'ADMIN' })
  await page.goto('/admin/system')
  await page.getByRole('button', { name: 'Send me a test mail' }).click()
  await expect(said(page, 'SMTP_URL is not set, so the email is in DATA_DIR/mail.')).toBeVisible()
  await expect(page).toHaveURL('/admin/system')
})
