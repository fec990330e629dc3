import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { directConnectionConfig } from './connection-config.server'

/**
 * Streams rows in COPY's text format into a table, all or none. Uses its own connection, because it may take longer than
 * the pool's statement timeout.
 */
export async function copyInto(table: string, columns: readonly string[], lines: AsyncIterable<string>) {
  const client = new pg.Client(directConnectionConfig('lifetime-ledger-copy'))
  // The stream reports a lost connection too. Without a listener here, the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    const names = columns.map((column) => client.escapeIdentifier(column)).join(', ')
    await pipeline(lines, client.query(from(`copy ${client.escapeIdentifier(table)} (${names}) from stdin`)))
  } finally {
    await client.end()
  }
}

type Value = string | number | boolean | null | readonly string[]

/** One row in COPY's text format, with its line break. */
export function copyLine(values: readonly Value[]) {
  return `${values.map(copyValue).join('\t')}\n`
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

function copyValue(value: Value) {
  if (value === null) return '\\N'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return escapeText(typeof value === 'string' ? value : `{${value.map(quoteEntry).join(',')}}`)
}

const escapeText = (text: string) => (/[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, (c) => ESCAPES[c]!) : text)
const quoteEntry = (entry: string) => `"${/["\\]/.test(entry) ? entry.replace(/["\\]/g, '\\$&') : entry}"`
