import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { IMPORT_COLUMNS, type ImportColumn } from '~/features/staff/csv-import/csv-import'
import { type FileImport, importDeals } from '~/features/staff/csv-import/run-import.server'
import { makeCategory, makePlatform } from './factories'

export type Row = Partial<Record<ImportColumn, string>>

/** Calls `work` with the path of a temporary file that has this content. */
export async function withFile<Result>(content: string | Buffer, work: (file: string) => Promise<Result>) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-csv-'))
  try {
    const file = path.join(dir, 'deals.csv')
    fs.writeFileSync(file, content)
    return await work(file)
  } finally {
    fs.rmSync(dir, { recursive: true })
  }
}

/** Imports a file and adds its errors to the summary, as `row column: message`. */
export async function importFile(file: string, options: FileImport = {}) {
  const errors: string[] = []
  const summary = await importDeals(file, {
    ...options,
    onErrors: (found) => errors.push(...found.errors.map((one) => `${found.row} ${one.column}: ${one.message}`)),
  })
  return { ...summary, errors: errors.sort() }
}

export function importRows(rows: Row[], options?: FileImport, columns?: readonly string[]) {
  return withFile(toCsv(rows, { columns }), (file) => importFile(file, options))
}

type Dialect = {
  columns?: readonly string[]
  delimiter?: string
  lineBreak?: string
  quoteAll?: boolean
  mark?: boolean
}

export function toCsv(
  rows: Row[],
  { columns = IMPORT_COLUMNS, delimiter = ',', lineBreak = '\r\n', quoteAll, mark }: Dialect = {},
) {
  const quote = (cell: string) => (quoteAll || /[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column as ImportColumn] ?? ''))]
  return (mark ? '\uFEFF' : '') + lines.map((cells) => cells.map(quote).join(delimiter) + lineBreak).join('')
}

/** A minimal valid row; `makeCategoryAndPlatform` creates `writing` and `stackyard`. */
export const makeRow = (given: Row = {}): Row => ({
  title: 'Inkwell',
  vendor_name: 'Northpane',
  category: 'writing',
  platform: 'stackyard',
  start_date: '2026-01-05',
  cta_url: 'https://inkwell.example/deal',
  ...given,
})

export async function makeCategoryAndPlatform() {
  const category = await makeCategory({ name: 'Writing', slug: 'writing' })
  const platform = await makePlatform({ name: 'Stackyard', slug: 'stackyard' })
  return { category, platform }
}

/** A streamed download as one string. */
export async function readAll(lines: AsyncIterable<string>) {
  let all = ''
  for await (const line of lines) all += line
  return all
}
