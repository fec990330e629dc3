import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { expect, test } from 'vitest'

// The first 16 hex digits of the SHA-256 of each migration. A new migration adds a line; no line ever changes.
const LANDED = {
  '2026-11-25-01_text_functions.ts': '94a0b7c77a45592c',
  '2026-11-25-02_accounts.ts': 'cc6ae3c63b58fd73',
  '2026-11-25-03_second_factors.ts': '75bc4eee89041271',
  '2026-11-25-04_catalog.ts': '3256db37371b09a1',
  '2026-11-25-05_deals.ts': 'a0f18d1562b93d75',
  '2026-11-25-06_lists_and_prices.ts': '2b97cf46e1c90b5d',
  '2026-11-25-07_reviews.ts': '9292644654298f91',
  '2026-11-25-08_contributions.ts': 'f53ab846aa2e825d',
  '2026-11-25-09_purchases_suggestions_and_karma.ts': '4043fc9091e32922',
  '2026-11-25-10_reports_and_checks.ts': '126eddb5064d198f',
  '2026-11-25-11_queue_and_audit_log.ts': 'e29e492573e74732',
  '2026-11-25-12_following.ts': '90972e73a43d774d',
  '2026-11-25-13_clicks_and_imports.ts': '0c3c4e8883ff97f0',
  '2026-11-25-14_announcements.ts': '6820c930e876d4c4',
}

test('a migration that has landed is never edited, because databases have applied it', () => {
  const found = fs.readdirSync('migrations').map((file) => {
    const checksum = createHash('sha256')
      .update(fs.readFileSync(`migrations/${file}`))
      .digest('hex')
    return [file, checksum.slice(0, 16)]
  })
  expect(Object.fromEntries(found)).toEqual(LANDED)
})
