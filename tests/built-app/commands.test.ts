import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { makeCategoryAndPlatform, makeRow, toCsv, withFile } from '../csv-files'
import { makeProfile } from '../factories'
import { makeAuthenticator } from '../staff-factories'

const env = { ...process.env, VITEST: undefined }

async function countWorkerConnections() {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where application_name = 'lifetime-ledger-worker' and datname = current_database()`.execute(db)
  return rows[0]!.count
}

// npm starts the command through a shell and does not forward the signal to it.
test('a command exits when the npm process that started it is killed', async () => {
  const npm = spawn('npm', ['run', 'worker'], { stdio: 'ignore', env })
  await expect.poll(countWorkerConnections).toBeGreaterThan(0)
  npm.kill()
  await expect.poll(countWorkerConnections).toBe(0)
})

test('the import command prints every error and warning with its row number, and errors by cause', async () => {
  await makeCategoryAndPlatform()
  const rows = [
    makeRow({ original_price: '49', deal_price: '59' }),
    makeRow({ title: 'Mossgate', deal_price: '49.999' }),
    makeRow({ title: 'Inkwell!', original_price: '39', deal_price: '59' }),
    makeRow({ title: 'Third' }),
  ]
  const lines = toCsv(rows, { delimiter: ';' }).trimEnd()
  const columns = lines.split('\r\n', 1)[0]!.split(';').length
  const csv = `sep=;\r\n${lines};surplus\r\n`

  const { stdout } = await withFile(csv, (file) =>
    promisify(execFile)('npm', ['run', '--silent', 'import', '--', file], { env }),
  )

  expect(stdout.trim().split('\n')).toEqual([
    'deals.csv, row 3, deal_price: Deal price can have at most two decimals, such as 59.50. If the point separates thousands, type 49999.',
    `deals.csv, row 5: Row has ${columns + 1} cells, but the header has ${columns} columns.`,
    'deals.csv, row 2: The same offer is in row 4. Give each a slug to import both.',
    'Warning: 1 deal has a price above its original price (row 4)',
    '1 failed: The same offer is in this file twice. (row 2)',
    '1 failed: Deal price can have at most two decimals, such as 59.50. If the point separates thousands, type 49999. (row 3)',
    '1 failed: The row has another number of cells than the header. (row 5)',
    'Import completed: 4 rows. 1 created, 0 updated, 0 unchanged, 3 failed',
  ])
})

test('the user command turns off the second factors of an account, for the operator', async () => {
  const ada = await makeProfile({ email: 'ada@example.com', role: 'ADMIN' })
  await makeAuthenticator(ada.id)
  const run = () =>
    promisify(execFile)('npm', ['run', '--silent', 'user', '--', 'reset-2fa', '--email', 'Ada@example.com'], { env })

  expect((await run()).stdout).toContain('ada@example.com signs in with the password alone')
  expect(await db.selectFrom('authenticators').selectAll().execute()).toEqual([])
  const entries = await db.selectFrom('audit_log').select(['actor_id', 'action', 'entity_id']).execute()
  expect(entries).toEqual([{ actor_id: null, action: 'second-factors.reset', entity_id: ada.id }])
  await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining('has no second factor') })
})

test('the user command suspends with a reason and a note, and deletes an account on request', async () => {
  await makeProfile({ email: 'ada@example.com' })
  const user = (...words: string[]) =>
    promisify(execFile)('npm', ['run', '--silent', 'user', '--', ...words, '--email', 'ada@example.com'], { env })
  await expect(user('suspend', '--note', 'Three links to one shop.')).rejects.toMatchObject({
    stderr: expect.stringContaining('--reason must be one of SPAM, CONFLICT_OF_INTEREST'),
  })
  await user('suspend', '--reason', 'spam', '--note', 'Three links to one shop.')
  const read = () => db.selectFrom('profiles').select(['suspension_reason', 'suspension_note']).execute()
  expect(await read()).toEqual([{ suspension_reason: 'SPAM', suspension_note: 'Three links to one shop.' }])
  await user('delete')
  expect(await read()).toEqual([])
})
