type Entry = {
  action: string
  entity_type: string
  entity_id: string | null
  actor: string | null
  actor_pseudonym: string | null
  detail: unknown
}

/** An entry as a sentence: actor, action, and the words before and after its subject, which is a link. */
type Sentence = { actor: string; before: string; after: string; hasSubject: boolean }

const NOUNS: Record<string, string> = {
  change_log: 'change report',
  deals: 'bulk action',
  link_program: 'link program',
  profile: 'account',
  seo: 'SEO entry',
}

type Words = Partial<Sentence>

/** What staff did with the vendor's answer to a review or change. */
function vendorAnswers(entity: string): Record<string, () => Words> {
  const verbs = ['entered', 'edited', 'removed']
  return Object.fromEntries(
    verbs.map((verb) => [
      `${entity}.vendor-answer-${verb}`,
      () => ({ before: `${verb} the vendor's answer to the ${nounOf(entity)}` }),
    ]),
  )
}

/** Actions whose sentence is neither "Ada deleted the deal Quillstack" nor "Ada changed the role of Bob from … to …". */
const ODD: Record<string, (entry: Entry) => Words> = {
  'access.denied': () => ({ before: 'was denied access', hasSubject: false }),
  'audit.exported': () => ({ before: 'exported the audit log', hasSubject: false }),
  'decision.undone': ({ entity_type }) => ({ before: `undid the decision on the ${nounOf(entity_type)}` }),
  'backup.made': () => ({ before: 'made a backup', hasSubject: false }),
  'deal.check-undone': () => ({ before: 'undid the check of' }),
  'deal.confirmed': () => ({ before: 'confirmed as still correct' }),
  'deal.ended': () => ({ before: 'set to expired' }),
  'deals.delete': ({ detail }) => describeBulk('deleted', detail),
  'deals.publish': ({ detail }) => describeBulk('published', detail),
  'deals.set-category': ({ detail }) => describeBulk('set the category of', detail),
  'deals.set-status': ({ detail }) => describeBulk('set the status of', detail),
  'deals.undo-expire': ({ detail }) => describeBulk('undid setting to Expired', detail),
  'deals.unpublish': ({ detail }) => describeBulk('unpublished', detail),
  'demo.removed': () => ({ before: 'removed the demo content', hasSubject: false }),
  'first-steps.hidden': () => ({ before: 'hid the first steps', hasSubject: false }),
  'jobs.discarded': ({ detail }) => ({ before: `discarded ${describeJobs(detail)}`, hasSubject: false }),
  'jobs.retried': ({ detail }) => ({ before: `ran ${describeJobs(detail)} again`, hasSubject: false }),
  'mail.failed': () => ({ actor: 'An email', before: 'could not be sent to' }),
  'password.changed': () => ({ before: 'changed the password of' }),
  'product.unmerged': ({ detail }) => ({
    before: 'separated the product',
    after: `from ${detailOf(detail).from} again`,
  }),
  'product.told-apart': ({ detail }) => ({
    before: 'told the product',
    after: `apart from ${detailOf(detail).other}`,
  }),
  'profile.deleted': ({ actor_pseudonym, entity_id }) => ({
    before: actor_pseudonym && actor_pseudonym === entity_id ? 'deleted their own account' : 'deleted the account of',
    hasSubject: actor_pseudonym !== entity_id,
  }),
  'profile.viewed': () => ({ before: 'viewed the account of' }),
  'second-factor.failed': () => ({ before: 'failed the second step after the right password of' }),
  'session.verification-failed': () => ({
    before: 'was asked for the password again and entered a wrong one',
    hasSubject: false,
  }),
  'session.verified': () => ({ before: 'entered the password again', hasSubject: false }),
  'sessions.ended': () => ({ before: 'ended sessions of' }),
  'sign-in.failed': ({ entity_id }) => ({
    before: entity_id ? 'failed to sign in as' : 'failed to sign in with an email that has no account',
    hasSubject: entity_id !== null,
  }),
  ...vendorAnswers('review'),
  ...vendorAnswers('change_log'),
  'users.exported': () => ({ before: 'exported the list of users', hasSubject: false }),
  'recovery-code.used': () => ({ before: 'used a recovery code of' }),
  'vendor.changes-corrected': () => ({ before: 'corrected the changes on the deals of' }),
  'vendor.changes-written': () => ({ before: 'wrote verified changes on the deals of' }),
  'sign-in.succeeded': () => ({ before: 'signed in', hasSubject: false }),
}

function describeBulk(verb: string, detail: unknown): Words {
  const count = Number(detailOf(detail).count)
  return { before: `${verb} ${count.toLocaleString('en-US')} ${count === 1 ? 'deal' : 'deals'}`, hasSubject: false }
}

function describeJobs(detail: unknown) {
  const { count, task } = detailOf(detail)
  return `${count} failed ${count === '1' ? 'job' : 'jobs'} (${String(task).replaceAll('_', ' ')})`
}

export function sentenceOf(entry: Entry): Sentence {
  const [noun = '', verb = ''] = entry.action.split('.')
  const kind = nounOf(entry.entity_type)
  const of = noun === entry.entity_type ? `the ${kind}` : `the ${noun.replaceAll('-', ' ')} of`
  const { from, to, route } = detailOf(entry.detail)
  // Only entries from a visitor's request have a route.
  const anonymous = route || noun === 'sign-in' || noun === 'second-factor' ? 'Someone not signed in' : 'A command'
  return {
    actor: entry.actor ?? (entry.actor_pseudonym ? deletedAccount(entry.actor_pseudonym) : anonymous),
    before: `${verb.replaceAll('-', ' ')} ${of}`,
    after: from !== undefined && to !== undefined ? `from ${from} to ${to}` : '',
    hasSubject: true,
    ...ODD[entry.action]?.(entry),
  }
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
function deletedAccount(pseudonym: string) {
  return `Deleted account ${pseudonym.slice(0, 8)}`
}

/** The name of a row when the entry was written, for deleted rows. */
export function formerName({ detail, entity_type, entity_id }: Entry) {
  if (entity_type === 'profile') return entity_id ? deletedAccount(entity_id) : 'Deleted account'
  const { name, title } = detailOf(detail)
  return name ?? title ?? entity_id ?? ''
}

/** The details that appear neither in the sentence nor in the line about the request. */
export function furtherDetails({ detail }: Entry) {
  const {
    from,
    to,
    route: _route,
    request: _request,
    name: _name,
    count: _count,
    into_id: _into,
    ...rest
  } = detailOf(detail)
  return from !== undefined && to === undefined ? { from, ...rest } : rest
}
