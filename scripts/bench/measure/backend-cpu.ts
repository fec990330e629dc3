import fs from 'node:fs'
import { CompiledQuery } from 'kysely'

/**
 * Milliseconds of CPU that this process's database backends have used so far. Other load on the machine does not change
 * it. Undefined on systems other than Linux.
 */
export async function backendCpu(): Promise<number | undefined> {
  const { db } = await import('~/db/database.server')
  const { rows } = await db.executeQuery<{ pid: number }>(
    CompiledQuery.raw(`select pid from pg_stat_activity where application_name = 'lifetime-ledger'`),
  )
  try {
    return (
      rows.reduce((sum, { pid }) => sum + Number(fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]), 0) /
      1e6
    )
  } catch {
    return undefined
  }
}
