import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createDatabase } from '#scripts/database/embedded-server'
import { migrateToLatest } from '#scripts/database/migrations'

const run = promisify(execFile)

/** Asks for a locale that no system has, in place of each UTF-8 one. */
class ClientWithoutLocales extends pg.Client {
  override escapeLiteral = () => "'xx_XX.UTF-8'"
}

test('on a system without a UTF-8 locale a database is created too, and searches in other scripts work', async () => {
  const url = new URL(inject('databaseServer'))
  const admin = new ClientWithoutLocales(url.href)
  await admin.connect()
  url.pathname = 'ledger_without_locale'
  try {
    expect(await createDatabase(admin, 'ledger_without_locale')).toBe(false)
    await migrateToLatest(url.href)
    const { stdout } = await run(process.execPath, ['--import', 'tsx', 'tests/fixtures/search-scripts.ts'], {
      env: { ...process.env, DATABASE_URL: url.href },
    })
    expect(JSON.parse(stdout)).toEqual({ found: ['Мои заметки', '議事録', 'שלום עולם', 'Quillstack'], trigrams: [] })
  } finally {
    await admin.query('drop database if exists ledger_without_locale with (force)')
    await admin.end()
  }
})
