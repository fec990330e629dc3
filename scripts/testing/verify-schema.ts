import { writeSchemaDocument } from '../database/schema-document'
import { writeSchemaTypes } from '../database/schema-types'
import { startScratchServer } from '../database/scratch-database'
import { type Tally, tallyOfCheck } from './suites'

/** Checks that app/db/schema.ts and docs/schema.md match the migrations. */
export async function verifySchema(): Promise<Tally> {
  console.log('\n== Schema')
  const server = await startScratchServer()
  try {
    const url = await server.createMigrated('schema')
    writeSchemaTypes(url, { verify: true })
    await writeSchemaDocument(url, { verify: true })
    console.log('== Schema: passed')
    return tallyOfCheck('Schema', true)
  } catch (error) {
    console.log((error as Error).message)
    console.log('== Schema: failed. After a new migration run: npm run schema')
    return tallyOfCheck('Schema', false)
  } finally {
    await server.stop()
  }
}
