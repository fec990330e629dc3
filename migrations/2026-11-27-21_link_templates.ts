import { type Kysely, sql } from 'kysely'

/** Hosts that only the server itself or its network reaches, as far as a template names them. */
const PRIVATE =
  '^https?://(\\[|(127|10|0|169\\.254|192\\.168|172\\.(1[6-9]|2\\d|3[01]))\\.|([^/?#:]*\\.)?(localhost|local|internal)([:/?#]|$)|[^.:/?#]+([:/?#]|$))'

/** Templates of link programs that are refused from now on are rewritten, or paused with a note. */
export async function up(db: Kysely<unknown>) {
  await sql`
    update link_programs set template = '?' || substr(template, 11)
    where template ~ '^\\{raw_url\\}[?&][^#]' and strpos(substr(template, 2), '{raw_url}') = 0`.execute(db)
  await sql`
    update link_programs set template = regexp_replace(template, '#.*$', '') where template like '?%#%'`.execute(db)
  await sql`
    update link_programs set is_active = false,
      note = coalesce(note, 'Paused by an update: this template is not accepted any more.')
    where template like '{raw_url}%'
      or template in ('?', '?&') or template like '?%{raw_url}%'
      or template ~* '^https?://[^{]*$' and template !~ '\\?[^#]'
      or template ~ '^[^?]*\\{raw_url\\}.'
      or template ~* ${PRIVATE}`.execute(db)
}
