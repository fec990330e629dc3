import { execFileSync } from 'node:child_process'

/**
 * Writes app/db/schema.ts from the migrated database at `url`; with `verify`, only compares.
 *
 * @throws when `verify` is set and the file is not what the database gives
 */
export function writeSchemaTypes(url: string, { verify = false } = {}) {
  const options = ['--dialect', 'postgres', '--out-file', 'app/db/schema.ts', '--date-parser', 'string']
  const types = [
    '--numeric-parser',
    'string',
    '--type-mapping',
    '{"int8":"number"}',
    '--exclude-pattern',
    '(kysely_*|graphile_worker.*)',
  ]
  execFileSync('kysely-codegen', ['--url', url, ...options, ...types, ...(verify ? ['--verify'] : [])], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
