import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { classifyDbError } from '~/db/db-error.server'
import { env } from '~/env.server'
import { makeProfile } from '../factories'

test('a transaction that does nothing for ten seconds is ended by the database, and every connection of the pool works again', async () => {
  const ada = await makeProfile()
  const idle = Array.from({ length: env.POOL_SIZE }, () =>
    db
      .transaction()
      .execute(async (trx) => {
        await sql`select from profiles`.execute(trx)
        await sleep(11_000)
        await trx.updateTable('profiles').set({ name: 'Late' }).where('id', '=', ada.id).execute()
      })
      .catch((error: unknown) => error),
  )
  for (const error of await Promise.all(idle)) expect(classifyDbError(error)).toBe('database')

  const reads = Array.from({ length: 3 * env.POOL_SIZE }, () => db.selectFrom('profiles').select('name').execute())
  for (const rows of await Promise.all(reads)) expect(rows).toEqual([{ name: 'Ada' }])
})
