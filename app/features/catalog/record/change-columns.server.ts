import { sql } from 'kysely'

/** The columns that every list of verified changes shows. */
export const CHANGE_COLUMNS = [
  'change_logs.id',
  'change_logs.title',
  'change_logs.description',
  'change_logs.kind',
  'change_logs.old_value',
  'change_logs.new_value',
  'change_logs.effective_on',
  'change_logs.affects_owners',
  'change_logs.effect',
  'change_logs.verified_at',
  'change_logs.is_from_file',
] as const

/** Those of a list of several deals, with the deal of each change. */
export const CHANGE_AND_DEAL_COLUMNS = [
  ...CHANGE_COLUMNS,
  'change_logs.source_url',
  'deals.title as deal_title',
  'deals.slug as deal_slug',
  'deals.currency',
] as const

/** The saved source of a change, for visitors. */
export const savedSource = sql<{ hash: string; savedAt: string } | null>`(
  select jsonb_build_object('hash', hash, 'savedAt', saved_at) from sources
  where change_id = change_logs.id and url = change_logs.source_url and hash is not null)`.as('source')
