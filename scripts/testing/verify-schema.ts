import { writeSchemaDocument } from '../database/schema-document'
import { writeSchemaTypes } from '../database/schema-types'
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
    writeSchemaTypes(url, { verify: true })
    await writeSchemaDocument(url, { verify: true })
  } catch (error) {
    throw new Error(`${(error as Error).message}\nAfter a new migration run: npm run schema`)
  } finally {
    await server.stop()
  }
}
