import { writeSchemaTypes } from './database/schema-types'
import { startScratchServer } from './database/scratch-database'

// `npm run schema` after a new migration: writes app/db/schema.ts from a freshly migrated database.
const server = await startScratchServer()
try {
  writeSchemaTypes(await server.createMigrated('schema'))
  console.log('Wrote app/db/schema.ts')
} finally {
  await server.stop()
}
