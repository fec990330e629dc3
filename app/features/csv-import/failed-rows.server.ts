import { db } from '~/db/database.server'
import { BOM, csvLine } from './csv-download.server'
import type { ColumnError } from './csv-import'
import { unescapeCell } from './formula-cell'

const BATCH_ROWS = 500

/** The rows that were not imported as they were written, and why in a column of their own. */
export async function* failedRowLines(id: string, header: string[]) {
  yield BOM + csvLine([...header, 'error'])
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('import_cells')
      .select(['row', 'cells', 'errors'])
      .where('import_id', '=', id)
      .where('errors', 'is not', null)
      .where('row', '>', after)
      .orderBy('row')
      .limit(BATCH_ROWS)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
      .map(({ cells, errors }) => csvLine([...fitted(cells, header), explain(errors as ColumnError[])]))
      .join('')
    after = last.row
  }
}

/** As many cells as the header has, so that the reason stands in its column; a surplus goes into the last one. */
function fitted(cells: string[], header: string[]) {
  const kept = cells.map(unescapeCell)
  const last = header.length - 1
  if (kept.length > header.length) return [...kept.slice(0, last), kept.slice(last).join(',')]
  return [...kept, ...Array<string>(header.length - kept.length).fill('')]
}

function explain(errors: ColumnError[]) {
  return errors.map(({ message }) => message).join('; ')
}
