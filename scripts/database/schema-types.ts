import { execFileSync } from 'node:child_process'

/** Columns that a trigger fills, so that an insert may leave them out. */
const FILLED_BY_TRIGGERS = {
  'reviews.counted_rating': 'Generated<number>',
}

/** The text of app/db/schema.ts for the migrated database at `url`. */
export function describeTypes(url: string) {
  const options = [
    '--dialect',
    'postgres',
    '--date-parser',
    'string',
    '--numeric-parser',
    'string',
    '--type-mapping',
    '{"int8":"number"}',
    '--exclude-pattern',
    '(kysely_*|graphile_worker.*)',
    '--overrides',
    JSON.stringify({ columns: FILLED_BY_TRIGGERS }),
  ]
  const text = execFileSync('kysely-codegen', ['--url', url, '--print', '--log-level', 'error', ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Comments on columns are in docs/schema.md.
  return `${text.replace(/^ {2}\/\*\*\n(?: {3}\* .*\n)+ {3}\*\/\n/gm, '').trim()}\n`
}
