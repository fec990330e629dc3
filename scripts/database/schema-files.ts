import { describeSchema } from './schema-document'
import { describeTypes } from './schema-types'

/** The generated files with their texts, for the migrated database at `url`. */
export async function listSchemaFiles(url: string): Promise<[file: string, text: string][]> {
  return [
    ['app/db/schema.ts', describeTypes(url)],
    ['docs/schema.md', await describeSchema(url)],
  ]
}
