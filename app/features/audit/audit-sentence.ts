type Entry = {
  action: string
  entity_type: string
  entity_id: string | null
  actor: string | null
  actor_pseudonym: string | null
  detail: unknown
}

/** How an entry reads: actor, what was done, and around the subject, which is a link, the words before and after. */
export type Sentence = { actor: string; before: string; after: string; hasSubject: boolean }

const NOUNS: Record<string, string> = { change_log: 'change report', profile: 'account', seo: 'SEO entry' }

type Words = Partial<Sentence>

/** What does not read as "Ada deleted the deal Quillstack" or "Ada changed the role of Bob from USER to MANAGER". */
const ODD: Record<string, (entry: Entry) => Words> = {
  'access.denied': () => ({ before: 'was denied access', hasSubject: false }),
  'mail.failed': () => ({ actor: 'An email', before: 'could not be sent to' }),
  'password.changed': () => ({ before: 'changed the password of' }),
  'profile.deleted': () => ({ before: 'deleted their own account', hasSubject: false }),
  'profile.viewed': () => ({ before: 'viewed the account of' }),
  'sign-in.failed': ({ entity_id }) => ({
    before: entity_id ? 'failed to sign in as' : 'failed to sign in with an email that has no account',
    hasSubject: entity_id !== null,
  }),
  'sign-in.succeeded': () => ({ before: 'signed in', hasSubject: false }),
}

export function sentenceOf(entry: Entry): Sentence {
  const [noun = '', verb = ''] = entry.action.split('.')
  const kind = nounOf(entry.entity_type)
  const of = noun === entry.entity_type ? `the ${kind}` : `the ${noun.replaceAll('-', ' ')} of`
  const { from, to, route } = detailOf(entry.detail)
  // Only what came from a visitor's request names one.
  const nobody = route || noun === 'sign-in' ? 'Someone not signed in' : 'A command'
  return {
    actor: entry.actor ?? (entry.actor_pseudonym ? deletedAccount(entry.actor_pseudonym) : nobody),
    before: `${verb.replaceAll('-', ' ')} ${of}`,
    after: from !== undefined && to !== undefined ? `from ${from} to ${to}` : '',
    hasSubject: true,
    ...ODD[entry.action]?.(entry),
  }
}

/** "change report" for change_log: how people call a kind of row. */
export function nounOf(entity: string) {
  return NOUNS[entity] ?? entity.replaceAll('_', ' ')
}

/** What an entry holds, as it was written; nested values as JSON. */
export function detailOf(detail: unknown): Record<string, string> {
  const entries = Object.entries((detail ?? {}) as object)
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}

/** How an account is called that is gone; the beginning of its pseudonym tells several apart. */
export function deletedAccount(pseudonym: string) {
  return `Deleted account ${pseudonym.slice(0, 8)}`
}

/** What a row was called when the entry was written, for rows that are gone. */
export function formerName({ detail, entity_type, entity_id }: Entry) {
  if (entity_type === 'profile') return entity_id ? deletedAccount(entity_id) : 'Deleted account'
  const { name, title } = detailOf(detail)
  return name ?? title ?? entity_id ?? ''
}

/** The details that neither the sentence nor the line about the request says. */
export function furtherDetails({ detail }: Entry) {
  const { from, to, route: _route, request: _request, name: _name, ...rest } = detailOf(detail)
  return from !== undefined && to === undefined ? { from, ...rest } : rest
}
