import type { JobHelpers } from 'graphile-worker'
import { db } from '~/db/database.server'
import { failImport, finishImport } from './import-deals.server'
import { columnsIn } from './imports.server'
import { type ImportJob, runStep } from './job-import.server'
import { writeStagedDeals } from './write-staged-deals.server'

/** Job: writes the staged rows of an import. A retry continues after the last batch. */
export async function runImport({ id }: ImportJob, helpers: JobHelpers) {
  await runStep(id, helpers, async () => {
    const found = await db
      .updateTable('imports')
      .set({ status: 'RUNNING' })
      .where('id', '=', id)
      .where('status', 'in', ['QUEUED', 'RUNNING'])
      .returning(['header', 'staged_count', 'written_count'])
      .executeTakeFirst()
    if (!found) return
    if (found.written_count + (await countStaged(id)) < found.staged_count) {
      return failImport(id, LOST)
    }
    await writeStagedDeals(
      { importId: id, present: columnsIn(found.header).present, publish: false },
      { signal: helpers.abortSignal },
    )
    await finishImport(id)
  })
}

// The staging table is unlogged, so it is empty after a crash of the database server.
const LOST =
  'The database was restarted and lost the rows that were still waiting. Rows already written are kept. ' +
  'Choose the file again: rows that are already there count as unchanged.'

async function countStaged(id: string) {
  const { count } = await db
    .selectFrom('import_staging')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}
