import { spawn } from 'node:child_process'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'

async function countWorkerConnections() {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where application_name = 'lifetime-ledger-worker' and datname = current_database()`.execute(db)
  return rows[0]!.count
}

// npm starts a command by way of a shell, and does not hand a kill on to it.
test('a command ends with the npm that runs it', async () => {
  const npm = spawn('npm', ['run', 'worker'], { stdio: 'ignore', env: { ...process.env, VITEST: undefined } })
  await expect.poll(countWorkerConnections, { timeout: 30_000 }).toBeGreaterThan(0)
  npm.kill()
  await expect.poll(countWorkerConnections, { timeout: 15_000 }).toBe(0)
})
