import { readCsvFile } from './csv-file.server'
import { REQUIRED_COLUMNS, type RowErrors, TEMPLATE_COLUMNS, type TemplateColumn } from './csv-import'
import { checkDealRow, type IncomingDeal } from './deal-rows.server'
import { loadPlaces } from './places.server'
import { Repeats } from './repeats.server'
import { Spool } from './spool.server'
import { writeAll } from './write-all.server'

export type ImportOptions = {
  /** Imported deals are drafts unless this is set (spec §4). */
  publish?: boolean
  /** Gives a row without a vendor the host of its link, instead of refusing it. */
  vendorFromLink?: boolean
  /** Told of every bad row as it is found; a file may have 100,000 of them. */
  onErrors?: (errors: RowErrors) => void
  onProgress?: (progress: { step: 'checking' | 'writing'; rows: number; of?: number }) => void
}
export type ImportSummary = Awaited<ReturnType<typeof importDeals>>

// PostgreSQL works on one batch while the next is read back and made ready.
const WRITERS = 2

/**
 * Imports deals from a CSV file: first reads and checks the whole of it, then writes what is valid in batches, each
 * in a transaction of its own.
 *
 * @throws UnreadableFile when the file as a whole cannot be imported; nothing has been changed then
 */
export async function importDeals(file: string, options: ImportOptions = {}) {
  const { publish = false, vendorFromLink, onErrors, onProgress } = options
  await using spool = await Spool.create<IncomingDeal>()
  const repeats = new Repeats()
  const summary = { created: 0, updated: 0, unchanged: 0, failed: 0, unpublished: 0, reactivated: 0 }
  let present: ReadonlySet<TemplateColumn> = new Set()
  let unknownColumns: string[] = []
  let checked = 0
  let done = 0

  const fail = (errors: RowErrors) => {
    summary.failed += 1
    onErrors?.(errors)
  }

  const places = await loadPlaces()
  for await (const { header, rows } of readCsvFile(file, { known: TEMPLATE_COLUMNS, required: REQUIRED_COLUMNS })) {
    present = header.present
    unknownColumns = header.unknown
    const valid: IncomingDeal[] = []
    for (const row of rows) {
      const result = checkDealRow(row, places, { vendorFromLink })
      if ('errors' in result) fail(result)
      else valid.push(result)
    }
    for (const deal of valid) repeats.note(deal)
    await spool.append(valid)
    checked += rows.length
    onProgress?.({ step: 'checking', rows: checked })
  }

  const batches = spool.batches()
  async function writeBatches() {
    // Both writers take from the same generator, which hands each batch out once and in order.
    for (let next = await batches.next(); !next.done; next = await batches.next()) {
      const deals = repeats.addUp(next.value)
      const { written, refused } = await writeAll(deals, { present, publish })
      for (const { slug, outcome, was_unpublished, was_reactivated } of written) {
        for (const each of repeats.outcomesOf(slug, outcome)) summary[each] += 1
        if (was_unpublished) summary.unpublished += 1
        if (was_reactivated) summary.reactivated += 1
      }
      for (const { deal, message } of refused) {
        for (const row of repeats.rowsOf(deal)) fail({ row, errors: [{ column: 'row', message }] })
      }
      done += next.value.length
      onProgress?.({ step: 'writing', rows: done, of: checked })
    }
  }
  const writers = Array.from({ length: WRITERS }, () =>
    writeBatches().catch(async (error) => {
      // The other writer ends with the batch it has, instead of going on alone.
      await batches.return(undefined)
      throw error
    }),
  )
  for (const result of await Promise.allSettled(writers)) if (result.status === 'rejected') throw result.reason
  return { ...summary, rows: checked, unknownColumns }
}
