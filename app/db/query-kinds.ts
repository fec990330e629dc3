import { LRUCache } from 'lru-cache'
import { KINDS, type Tags } from './content-changes'

/** Tables of contributions and columns of deals that count them, by the kind under which their changes are announced. */
const WORDS = {
  reviews: /\b(?:reviews|follow_ups|review_count|rating_sum|rating_average)\b/,
  changes: /\b(?:change_logs|change_count)\b/,
  comments: /\b(?:comments|comment_count)\b/,
}

/**
 * Tables whose public changes are all announced without a name, by triggers of their own or together with the deal,
 * category, platform or vendor they belong to. Every announcement of that sort drops all pages.
 */
export const ANNOUNCED_UNNAMED = [
  'availability_reports',
  'categories',
  'category_redirects',
  'deal_alerts',
  'deal_faqs',
  'deal_plan_limits',
  'deal_plans',
  'deal_price_points',
  'deal_pros_cons',
  'deal_redirects',
  'deal_suggestions',
  'deals',
  'plan_price_points',
  'platform_redirects',
  'platforms',
  'products',
  'profiles',
  'purchases',
  'seo_metadata',
  'vendor_answers',
  'vendor_names',
  'vendor_redirects',
  'vendors',
]
export const ANNOUNCED_BY_DEAL = ['change_logs', 'comments', 'follow_ups', 'reviews']

/**
 * Tables and views without announcements of their own. A page that reads one depends on everything, so that it is not
 * older than any announcement. A test compares the three lists with the database.
 */
export const UNANNOUNCED = [
  'audit_log',
  'authenticators',
  'bookmarks',
  'click_dedup',
  'click_events',
  'click_targets',
  'contact_messages',
  'contributions',
  'credentials',
  'daily_metrics',
  'deal_events',
  'decisions',
  'follow_up_questions',
  'follows',
  'import_cells',
  'import_rows',
  'import_staging',
  'imports',
  'karma_events',
  'known_devices',
  'link_checks',
  'mails',
  'metric_totals',
  'notifications',
  'passkey_challenges',
  'passkeys',
  'private_addresses',
  'product_pairs',
  'purchase_proofs',
  'queue_items',
  'rate_limits',
  'recovery_codes',
  'review_alerts',
  'review_edits',
  'review_reports',
  'review_versions',
  'review_votes',
  'saved_searches',
  'sessions',
  'sign_in_challenges',
  'tokens',
]
/** Functions that read contributions or such tables. Only triggers call them; whatever else did would depend on everything. */
export const READING_FUNCTIONS = [
  'award_suggestion_karma',
  'has_enough_reports',
  'has_followers',
  'note_dates',
  'note_end',
  'note_price',
  'note_publication',
  'queue_reported_review',
]
const EVERYTHING = new RegExp(String.raw`\b(?:${[...UNANNOUNCED, ...READING_FUNCTIONS].join('|')})\b`)
/** Whole rows of deals hold the counts too. */
const WHOLE_ROWS = /\.\*|select \*|row_to_json|to_jsonb?\(/i

const known = new LRUCache<string, { tags: Tags }>({ max: 1_000 })

/** The kinds of contributions that a statement may read, found by its words: rather one too many than one too few. */
export function kindsOf(statement: string): Tags {
  const found = known.get(statement)
  if (found) return found.tags
  const tags = EVERYTHING.test(statement) ? undefined : new Set(KINDS.filter((kind) => reads(statement, kind)))
  known.set(statement, { tags })
  return tags
}

function reads(statement: string, kind: (typeof KINDS)[number]) {
  return WORDS[kind].test(statement) || (WHOLE_ROWS.test(statement) && /\bdeals\b/.test(statement))
}
