import fs from 'node:fs'
import type { JobHelpers } from 'graphile-worker'
import { db } from '~/db/database.server'
import { dryRun } from './dry-run.server'
import { ImportStopped, recordCheckProgress } from './import-progress.server'
import { columnsIn, recordStaged } from './imports.server'
import { type ImportJob, runStep } from './job-import.server'
import { rejectPricesOfNoPlan } from './reject-row.server'
import { stageFile } from './stage-file.server'
import { UnreadableFile } from './unreadable-file.server'
import { csvPath, discardUpload } from './uploads.server'

/** Job: reads an uploaded file into the staging table and does the dry run. */
export async function checkImport({ id }: ImportJob, helpers: JobHelpers) {
  const file = csvPath(id)
  await runStep(id, helpers, async () => {
    const found = await db
      .selectFrom('imports')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'CHECKING')
      .executeTakeFirst()
    if (!found) return
    if (!fs.existsSync(file)) throw new UnreadableFile('The uploaded file is gone. Please choose it again.')
    const staged = await stageFile(id, file, {
      onProgress: async (_rows, share) => {
        helpers.abortSignal.throwIfAborted()
        await recordCheckProgress(id, Math.floor(90 * share))
      },
    })
    await recordStaged(id, staged)
    const { present } = columnsIn(staged.header)
    await rejectPricesOfNoPlan(id, present)
    const isWanted = await dryRun({ importId: id, present, publish: false })
    if (!isWanted) throw new ImportStopped('The import was canceled.')
  })
  // All rows are in the database now. A step that will be retried has thrown and keeps the file.
  await discardUpload(id)
}
