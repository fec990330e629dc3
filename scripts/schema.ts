import fs from 'node:fs'
import { listSchemaFiles } from './database/schema-files'
import { startScratchServer } from './database/scratch-database'

// `npm run schema` after a new migration: writes app/db/schema.ts and docs/schema.md from a freshly migrated database.
const server = await startScratchServer()
try {
  const url = await server.createMigrated('schema')
  for (const [file, text] of await listSchemaFiles(url)) fs.writeFileSync(file, text)
  console.log('Wrote app/db/schema.ts and docs/schema.md')
} finally {
  await server.stop()
}
