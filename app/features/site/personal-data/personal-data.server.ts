import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'

/** Columns that the download leaves out: secrets, who decided, ids that have names, and what only the program needs. */
const HIDDEN = [
  ...['id_hash', 'code_hash', 'session_hash', 'sealed_secret', 'last_step', 'visitor_key', 'link', 'search_text'],
  ...['user_id', 'reported_by_user_id', 'actor_id', 'actor_pseudonym', 'moderated_by', 'deal_id', 'vendor_id'],
  ...['category_id', 'alert_id', 'event_id', 'mail_id', 'cause', 'timeouts', 'version', 'waiting_since', 'is_silent'],
  ...['header', 'options', 'summary', 'progress', 'written_row'],
]

type Part = {
  table: string
  /** The column with the person. */
  owner?: string
  /** A row of names for the ids in `part`, the row of the table. */
  names?: RawBuilder<unknown>
}

const DEAL = sql`select title as deal, slug from deals where id = part.deal_id`
const REVIEW = sql`select shown.title as review, deals.title as deal, slug
  from reviews join deals on deals.id = deal_id left join shown_reviews as shown on shown.id = reviews.id
  where reviews.id = part.review_id`

/** The parts of the download. Each has the rows of one person in a table. */
const PARTS = {
  bookmarks: { table: 'bookmarks', names: DEAL },
  follows: {
    table: 'follows',
    names: sql`select (select name from vendors where id = vendor_id) as vendor,
      (select name from categories where id = category_id) as category`,
  },
  savedSearches: { table: 'saved_searches' },
  notifications: { table: 'notifications' },
  purchases: { table: 'purchases', names: DEAL },
  // All texts of the reviews, whatever was decided.
  reviews: {
    table: 'review_versions',
    names: sql`select deals.title as deal, slug, published_id is not distinct from part.id as is_public
      from deals join reviews on reviews.id = part.review_id where deals.id = part.deal_id`,
  },
  reviewVotes: { table: 'review_votes', names: REVIEW },
  reviewReports: { table: 'review_reports', names: REVIEW },
  followUps: { table: 'follow_ups', names: DEAL },
  followUpQuestions: { table: '(select *, asked_at as created_at from follow_up_questions)', names: REVIEW },
  comments: { table: 'comments', names: DEAL },
  changeReports: { table: 'change_logs', owner: 'reported_by_user_id', names: DEAL },
  // A draft that is made of a suggestion is not public.
  suggestions: { table: 'deal_suggestions', names: sql`${DEAL} and published` },
  availabilityReports: { table: 'availability_reports', names: DEAL },
  contactMessages: { table: 'contact_messages' },
  karma: { table: 'karma_events' },
  clicks: {
    table: 'click_events',
    names: sql`select title as deal, slug from deals join click_targets on click_targets.deal_id = deals.id
      where click_targets.id = part.deal_id`,
  },
  imports: { table: 'imports' },
  sessions: { table: 'sessions' },
  authenticator: { table: 'authenticators' },
  recoveryCodes: { table: 'recovery_codes' },
  unfinishedSignIns: { table: 'sign_in_challenges' },
} satisfies Record<string, Part>

type Row = Record<string, unknown>
type PersonalData = { profile: Row; auditEntries: Row[] } & Record<keyof typeof PARTS, Row[]>

/** Everything stored about a user, except credentials, tokens and the files of proofs. */
export async function exportPersonalData(userId: string) {
  const parts = Object.entries(PARTS).map(([key, part]) => sql`${sql.lit(key)}::text, (${rowsOf(userId, part)})`)
  const { rows } = await sql<{ data: PersonalData }>`
    select jsonb_build_object(${sql.join(parts)},
      'profile', (select to_jsonb(part) - ${HIDDEN}::text[] from profiles as part where id = ${userId}),
      'auditEntries', (${auditEntries(userId)})) as data`.execute(db)
  return rows[0]!.data
}

/** Newest first. */
const rowsOf = (userId: string, { table, owner = 'user_id', names = sql`select` }: Part) => sql`
  select coalesce(jsonb_agg(to_jsonb(part) - ${HIDDEN}::text[] || coalesce(to_jsonb(names), '{}') order by created_at desc), '[]')
  from ${sql.raw(table)} as part left join lateral (${names}) as names on true
  where part.${sql.ref(owner)} = ${userId}`

/**
 * The entries about one person, oldest first: their own actions, and actions on their account. The identity of a member
 * of staff is that member's own data.
 */
const auditEntries = (userId: string) => sql`
  select coalesce(jsonb_agg(to_jsonb(part) - ${HIDDEN}::text[] || jsonb_build_object(
    'done_by_you', actor_id is not distinct from ${userId}) order by id), '[]')
  from audit_log as part where actor_id = ${userId} or entity_type = 'profile' and entity_id = ${userId}::text`
