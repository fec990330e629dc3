import fs from 'node:fs'
import { listSchemaFiles } from '../database/schema-files'
import { startScratchServer } from '../database/scratch-database'

/**
 * Checks that app/db/schema.ts and docs/schema.md match the migrations.
 *
 * @throws an Error that says what to run if they do not
 */
export async function verifySchema() {
  const server = await startScratchServer()
  try {
    const url = await server.createMigrated('schema')
    const texts = await listSchemaFiles(url)
    const outdated = texts.filter(([file, text]) => !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== text)
    if (outdated.length > 0) throw new Error(`Out of date: ${outdated.map(([file]) => file).join(', ')}`)
  } catch (error) {
    throw new Error(`${(error as Error).message}\nAfter a new migration run: npm run schema`)
  } finally {
    await server.stop()
  }
}
