import { writeSchemaDocument } from './database/schema-document'
import { writeSchemaTypes } from './database/schema-types'
import { startScratchServer } from './database/scratch-database'

// `npm run schema` after a new migration: writes app/db/schema.ts and docs/schema.md from a freshly migrated database.
const server = await startScratchServer()
try {
  const url = await server.createMigrated('schema')
  writeSchemaTypes(url)
  await writeSchemaDocument(url)
  console.log('Wrote app/db/schema.ts and docs/schema.md')
} finally {
  await server.stop()
}
