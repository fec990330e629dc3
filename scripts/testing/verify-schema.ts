import { writeSchemaTypes } from '../database/schema-types'
import { startScratchServer } from '../database/scratch-database'
import { type Tally, tallyOfCheck } from './suites'

/** Checks that app/db/schema.ts is what the migrations give. */
export async function verifySchema(): Promise<Tally> {
  console.log('\n== Schema')
  const server = await startScratchServer()
  try {
    writeSchemaTypes(await server.createMigrated('schema'), { verify: true })
    console.log('== Schema: passed')
    return tallyOfCheck('Schema', true)
  } catch {
    console.log('== Schema: failed. After a new migration run: npm run schema')
    return tallyOfCheck('Schema', false)
  } finally {
    await server.stop()
  }
}
