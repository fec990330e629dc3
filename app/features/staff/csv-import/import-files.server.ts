import fs from 'node:fs'
import { db } from '~/db/database.server'
import type { Executor } from '~/db/executor'

const PART_BYTES = 1024 * 1024

/** A CSV file that can be read several times. */
export type CsvSource = { bytes: number; chunks(): AsyncIterable<Buffer> }

/** A file on this machine. */
export function fileOnDisk(path: string): CsvSource {
  return { bytes: fs.statSync(path).size, chunks: () => fs.createReadStream(path, { highWaterMark: 64 * 1024 }) }
}

/** Stores the file of an import in the database, where the workers of all machines find it. */
export async function storeFile(executor: Executor, importId: string, { chunks }: CsvSource) {
  let part = 0
  let pending: Buffer[] = []
  async function storePart() {
    const content = Buffer.concat(pending)
    pending = []
    await executor.insertInto('import_files').values({ import_id: importId, part, content }).execute()
    part += 1
  }
  for await (const chunk of chunks()) {
    pending.push(chunk)
    if (pending.reduce((sum, { length }) => sum + length, 0) >= PART_BYTES) await storePart()
  }
  if (pending.length > 0 || part === 0) await storePart()
}

/** The stored file of an import; undefined once it is deleted. */
export async function storedFile(importId: string): Promise<CsvSource | undefined> {
  const found = await db
    .selectFrom('imports')
    .select('file_bytes')
    .where('id', '=', importId)
    .where((eb) => eb.exists(eb.selectFrom('import_files').select('part').whereRef('import_id', '=', 'imports.id')))
    .executeTakeFirst()
  return found && { bytes: found.file_bytes, chunks: () => readParts(importId) }
}

async function* readParts(importId: string) {
  for (let part = 0; ; part++) {
    const found = await db
      .selectFrom('import_files')
      .select('content')
      .where('import_id', '=', importId)
      .where('part', '=', part)
      .executeTakeFirst()
    if (!found) return
    yield found.content
  }
}

export async function deleteFile(importId: string) {
  await db.deleteFrom('import_files').where('import_id', '=', importId).execute()
}
