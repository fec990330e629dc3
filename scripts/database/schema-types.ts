import { execFileSync } from 'node:child_process'

/** A column of a view may be null for all that PostgreSQL says. */
const NEVER_NULL = {
  'shown_reviews.id': 'string',
  'shown_reviews.deal_id': 'string',
  'shown_reviews.rating': 'number',
  'shown_reviews.title': 'string',
  'shown_reviews.body': 'string',
  'shown_reviews.connection': 'ReviewConnection',
  'shown_reviews.created_at': 'Timestamp',
  'shown_reviews.counted_rating': 'number',
  'shown_reviews.helpful_count': 'number',
  'shown_reviews.is_refunded': 'boolean',
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
    JSON.stringify({ columns: NEVER_NULL }),
  ]
  const text = execFileSync('kysely-codegen', ['--url', url, '--print', '--log-level', 'error', ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Comments on columns are in docs/schema.md.
  return `${text.replace(/^ {2}\/\*\*\n(?: {3}\* .*\n)+ {3}\*\/\n/gm, '').trim()}\n`
}
