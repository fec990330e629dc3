import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { listVerifiedChanges } from '~/features/change-logs/change-logs.server'
import { logVerifiedChange } from '~/features/change-logs/log-verified-change.server'
import { makeDeal, makeProfile } from '../factories'

test('what the staff log themselves is verified at once, and earns nobody karma', async () => {
  const [deal, manager] = [await makeDeal(), await makeProfile({ role: 'MANAGER' })]
  const change = { deal_id: deal.id, title: 'Price raised', description: 'From launch to regular price.' }
  const values = { kind: 'PRICE', old_value: '$49.00', new_value: '$59.00' } as const

  await db.transaction().execute((trx) => logVerifiedChange(trx, { ...change, ...values, staff: manager.id }))

  expect(await listVerifiedChanges(deal.id)).toMatchObject([{ title: 'Price raised', ...values }])
  expect(await db.selectFrom('karma_events').selectAll().execute()).toEqual([])
})
