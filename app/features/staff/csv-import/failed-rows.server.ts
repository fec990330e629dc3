import { db } from '~/db/database.server'
import { unescapeCell } from '~/http/escape'
import { writeCsv } from '~/http/files.server'
import { type ColumnError, joinMessages } from './csv-import'

const BATCH_ROWS = 500

/** The rejected rows of an import as CSV: their own columns, and the reasons in a column `error`. */
export function writeFailedRows(id: string, header: string[]) {
  return writeCsv([...header, 'error'], listFailedRows(id, header))
}

async function* listFailedRows(id: string, header: string[]) {
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
    yield rows.map(({ cells, errors }) => [...fitCells(cells, header.length), explain(errors as ColumnError[])])
    after = last.row
  }
}

/** Pads or joins cells to the width of the header, so that the reason is in its column. The last cell takes the surplus. */
function fitCells(cells: string[], width: number) {
  const texts = cells.map(unescapeCell)
  const last = width - 1
  if (texts.length > width) return [...texts.slice(0, last), texts.slice(last).join(',')]
  return [...texts, ...Array<string>(width - texts.length).fill('')]
}

function explain(errors: ColumnError[]) {
  return joinMessages(errors)
}
