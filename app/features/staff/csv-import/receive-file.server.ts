import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { sql } from 'kysely'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { shorten } from '~/ui/shorten'
import { guessMapping, hasOurHeadings, missingColumns } from './columns'
import { type CsvRecord, NO_ROWS, readFirstRows, UnreadableFile } from './csv-file.server'
import type { FileKind } from './csv-import'
import { type CsvSource, storeFile } from './import-files.server'
import type { ImportOptions, ImportSummary } from './import-options'
import { toJson } from './import-rows.server'
import { addStep } from './imports.server'

type Incoming = {
  /** The file name, as its owner calls it. */
  name: string
  source: CsvSource
  kind: FileKind
  options?: ImportOptions
  publish?: boolean
}

/**
 * Stores a file. With our headings its check is queued; with others its columns have to be chosen first. Files of the
 * command line, without a person, come with their options and are checked at once.
 *
 * @throws UnreadableFile when the file has no rows or is not CSV
 */
export async function receiveFile(person: { id: string } | undefined, incoming: Incoming) {
  const { name, source, kind, options, publish } = incoming
  const { header, rows } = await readFirstRows(source)
  if (rows.length === 0) throw new UnreadableFile(NO_ROWS)
  const id = randomUUID()
  const asksColumns = person !== undefined && !hasOurHeadings(header, kind)
  const summary: ImportSummary = { samples: header.map((_, index) => sampleCells(rows, index)) }
  await inTransaction(async (trx) => {
    await trx
      .insertInto('imports')
      .values({
        id,
        kind,
        header: header.map((heading) => heading.replaceAll('\0', '\ufffd')),
        user_id: person?.id,
        file_name: sanitizeFileName(path.basename(name)),
        file_bytes: source.bytes,
        is_published: publish,
        options: toJson(options ?? (asksColumns ? await suggestOptions(header, kind) : {})),
        summary: toJson(summary),
        status: asksColumns ? 'COLUMNS' : 'CHECKING',
      })
      .execute()
    await storeFile(trx, id, source)
    if (person && !asksColumns) await addStep(trx, id, 'CHECKING')
  })
  return id
}

function sampleCells(rows: CsvRecord[], index: number) {
  const cells = rows.map(({ cells }) => cells[index]?.trim() ?? '').filter((cell) => cell !== '')
  return cells.slice(0, 3).map((cell) => shorten(cell, 80))
}

/** The choice for the last file with the same headings, or a guess. */
async function suggestOptions(header: string[], kind: FileKind): Promise<ImportOptions> {
  const earlier = await db
    .selectFrom('imports')
    .select('options')
    .where('kind', '=', kind)
    .where(sql<boolean>`header = ${header}::text[]`)
    .where('status', 'in', ['CHECKED', 'DONE', 'QUEUED', 'RUNNING', 'CANCELLED'])
    .where(sql<boolean>`options ? 'columns'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (earlier) {
    const { columns, vendor } = earlier.options as ImportOptions
    return { columns, vendor }
  }
  const columns = guessMapping(header, kind)
  const lacksVendor = missingColumns(columns, kind, false).includes('vendor_name')
  return { columns, vendor: lacksVendor ? 'link' : 'error' }
}

/** A file name for storage: the last 255 characters, without control and format characters. */
function sanitizeFileName(name: string) {
  const plain = name.replace(/[\p{Cc}\p{Cf}]/gu, '').trim()
  return [...(plain || 'deals.csv')].slice(-255).join('')
}
