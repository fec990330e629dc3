import { pluralize } from '~/ui/pluralize'

type Entry = {
  action: string
  entity_type: string
  entity_id: string | null
  actor_id: string | null
  actor: string | null
  actor_pseudonym: string | null
  detail: unknown
}

/** An entry as a sentence: actor, action, and the words before and after its subject, which is a link. */
type Sentence = { actor: string; before: string; after: string; hasSubject: boolean }

const NOUNS: Record<string, string> = {
  change_log: 'change report',
  link_program: 'link program',
  profile: 'account',
  seo: 'SEO entry',
}

/** Verbs that do not read as they are stored. */
const VERBS: Record<string, string> = {
  confirmed: 'confirmed as still correct',
  delete: 'deleted',
  ended: 'set to expired',
  publish: 'published',
  'set-category': 'set the category of',
  'set-status': 'set the status of',
  'undo-expire': 'undid setting to Expired of',
  unpublish: 'unpublished',
  'vendor-answer-edited': "edited the vendor's answer to",
  'vendor-answer-entered': "entered the vendor's answer to",
  'vendor-answer-removed': "removed the vendor's answer to",
}

/** Actions whose words are not verb and noun. */
const PHRASES: Record<string, string> = {
  'access.denied': 'was denied access',
  'backup.made': 'made a backup',
  'deal.check-undone': 'undid the check of',
  'decision.undone': 'undid the decision on',
  'demo.removed': 'removed the demo content',
  'first-steps.hidden': 'hid the first steps',
  'mail.failed': 'could not send an email to',
  'profile.deleted': 'deleted the account of',
  'profile.viewed': 'viewed the account of',
  'session.verification-failed': 'entered a wrong password when asked again',
  'session.verified': 'entered the password again',
  'sign-in.failed': 'failed to sign in as',
  'sign-in.succeeded': 'signed in',
  'vendor.changes-corrected': 'corrected the changes on the deals of',
  'vendor.changes-written': 'wrote verified changes on the deals of',
}

/** The subject is left out where it is the actor. */
export function sentenceOf(entry: Entry): Sentence {
  const { action, entity_id, actor_id, actor_pseudonym, detail } = entry
  const { from, to, other } = detailOf(detail)
  const hasSubject = entity_id !== null && entity_id !== actor_id && entity_id !== actor_pseudonym
  const before = PHRASES[action] ?? verbAndNoun(entry, hasSubject)
  return {
    actor: actorOf(entry),
    before: hasSubject ? before : before.replace(/ (?:as|of)$/, ''),
    after: from && to ? `from ${from} to ${to}` : other ? `from ${other}` : '',
    hasSubject,
  }
}

function verbAndNoun({ action, entity_type, detail }: Entry, hasSubject: boolean) {
  const [noun = '', stored = ''] = action.split('.')
  const verb = VERBS[stored] ?? stored.replaceAll('-', ' ')
  const { count } = detailOf(detail)
  if (count !== undefined && noun.endsWith('s')) return `${verb} ${pluralize(Number(count), noun.slice(0, -1))}`
  if (noun !== entity_type) return `${verb} the ${noun.replaceAll('-', ' ')} of`
  return `${verb} ${hasSubject ? '' : 'the '}${nounOf(noun)}`
}

function actorOf({ actor, actor_pseudonym, action, detail }: Entry) {
  if (actor) return actor
  if (actor_pseudonym) return deletedAccount(actor_pseudonym)
  // Only entries from a visitor's request have a route.
  return detailOf(detail).route || /^(?:sign-in|second-factor)\./.test(action) ? 'Someone not signed in' : 'A command'
}

/** The display name of a kind of row: "change report" for change_log. */
export function nounOf(entity: string) {
  return NOUNS[entity] ?? entity.replaceAll('_', ' ')
}

/** The detail of an entry as stored; nested values as JSON. */
export function detailOf(detail: unknown): Record<string, string> {
  const entries = Object.entries((detail ?? {}) as object)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

/** The name of a deleted account, with the beginning of its pseudonym. */
const deletedAccount = (pseudonym: string) => `Deleted account ${pseudonym.slice(0, 8)}`

/** The name of a row when the entry was written, for deleted rows. */
export function formerName({ detail, entity_type, entity_id }: Entry) {
  if (entity_type === 'profile') return entity_id ? deletedAccount(entity_id) : 'Deleted account'
  const { name, title } = detailOf(detail)
  return name ?? title ?? entity_id ?? ''
}

const UNLISTED = ['from', 'to', 'other', 'route', 'request', 'name', 'count', 'into_id', 'version']

/** The details that appear neither in the sentence nor in the line about the request, and are no ids or versions. */
export function furtherDetails({ detail }: Entry) {
  const details = detailOf(detail)
  const isListed = (name: string) => !UNLISTED.includes(name) || (name === 'from' && !details.to)
  return Object.fromEntries(Object.entries(details).filter(([name]) => isListed(name)))
}
