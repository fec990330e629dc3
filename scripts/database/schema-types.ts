import { execFileSync } from 'node:child_process'

/** Columns that a trigger fills, so that an insert may leave them out. */
const FILLED_BY_TRIGGERS = {
  'reviews.counted_rating': 'Generated<number>',
}

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
    '--overrides',
    JSON.stringify({ columns: FILLED_BY_TRIGGERS }),
  ]
  execFileSync('kysely-codegen', ['--url', url, ...options, ...types, ...(verify ? ['--verify'] : [])], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
