import { expect } from 'vitest'
import type { BuiltApp } from '../setup/built-app'
import { type Answer, ask, redirectTarget } from '../setup/entry-points'
import type { Audience, Rule } from './access-rules'
import { CANARY, type Person } from './fixtures'

export function send(
  app: BuiltApp,
  path: string,
  { cookie }: Person,
  given: { method?: string; form?: Record<string, string> } = {},
) {
  return ask(app.port, path, { cookie, ...given })
}

/** On a busy machine, more requests at once would wait for each other until the site answers 503. */
const CONCURRENCY = 4

/** Sends every person to every path, several at once. */
export async function everybodyAt<Seen>(
  paths: string[],
  people: Person[],
  look: (person: Person, path: string, where: string) => Promise<Seen>,
) {
  const visits = paths.flatMap((path) => people.map((person) => ({ person, path })))
  const seen: Seen[] = []
  while (visits.length > 0) {
    const next = visits.splice(0, CONCURRENCY)
    seen.push(...(await Promise.all(next.map(({ person, path }) => look(person, path, `${person.name} at ${path}`)))))
  }
  return seen
}

export const isIn = (audience: Audience, { audiences }: Person) => audiences.includes(audience)
const isSignedIn = ({ audiences }: Person) => audiences.includes('members')

export function expectReading(answer: Answer, person: Person, rule: Rule, where: string) {
  if (rule.read === 'no one') expect([404, 405], where).toContain(answer.status)
  else if (rule.isFile && /\.data(\?|$)/.test(where)) expect(answer.status, where).toBe(404)
  else if (!isIn(rule.read, person)) expect(isTurnedAway(answer, person, rule), `${where}: ${answer.status}`).toBe(true)
  else if (typeof rule.answer === 'string') expect(redirectTarget(answer), where).toBe(rule.answer)
  else if (rule.answer instanceof RegExp) expect(redirectTarget(answer), where).toMatch(rule.answer)
  else expect(answer.status, where).toBe(rule.answer ?? 200)
}

/** Only what is the same for every visitor may be kept by a shared cache, and nothing that only some may read by any. */
export function expectCaching({ headers, setCookies }: Answer, person: Person, rule: Rule, where: string) {
  const policy = headers['cache-control'] ?? ''
  if (rule.read !== 'everyone') expect(policy, where).toBe('private, no-store')
  if (!/public|s-maxage/.test(policy)) return
  expect(setCookies, where).toEqual([])
  if (person.cookie) expect(headers['content-type'] ?? '', where).not.toMatch(/html|x-script/)
}

/** Another spelling of a path is missing, redirects or has the same rule. */
export function expectSameAccess(answer: Answer, person: Person, rule: Rule, where: string) {
  expect(answer.status, `${where}: ${answer.body}`).toBeLessThan(500)
  if (isIn(rule.read, person)) return
  // For a single route requested at another route's URL, Remix answers 200 with an empty result.
  const isMissing = [400, 404, 405].includes(answer.status) || answer.body.trim() === '[{}]'
  expect(isMissing || isTurnedAway(answer, person, rule), `${where}: ${answer.status}`).toBe(true)
}

/** The first two who are rejected: a visitor and, where members are rejected too, a member. Else one who is not. */
export function outsidersOf(rule: Rule, people: Person[]) {
  const rejected = people.filter((person) => person.name !== 'a signed-out member' && !isIn(rule.read, person))
  return rejected.length > 0 ? rejected.slice(0, 2) : people.slice(0, 1)
}

/** Visitors are redirected to sign-in, signed-in people to the home page. */
function isTurnedAway(answer: Answer, person: Person, { path }: Rule) {
  const place = redirectTarget(answer)
  if (isSignedIn(person)) return place === '/'
  if (!place?.startsWith('/auth?redirectTo=')) return false
  const back = new URL(place, 'http://a').searchParams.get('redirectTo')!
  return decodeURIComponent(back).toLowerCase().includes(path.split('?', 1)[0]!.split('/').at(-1)!)
}

export function expectRefusal(answer: Answer, person: Person, rule: Rule, where: string) {
  if (rule.write === 'no one') expect([404, 405], where).toContain(answer.status)
  else if (rule.write === 'visitors') expect(redirectTarget(answer), where).toBe('/')
  else if (!isSignedIn(person)) expect(redirectTarget(answer), where).toMatch(/^\/auth\?redirectTo=/)
  else expect(answer.status, where).toBe(403)
}

/** No response contains credentials; personal data appears only on the staff pages that manage it. */
export function expectNoSecrets(
  { body, headers }: Answer,
  secrets: string[],
  person: Person,
  rule: Rule,
  where: string,
) {
  const said = body + JSON.stringify(headers)
  expect(
    secrets.filter((secret) => said.includes(secret)),
    where,
  ).toEqual([])
  const mayLookAfter = (rule.read === 'staff' || rule.read === 'admins') && isIn(rule.read, person)
  if (!mayLookAfter) expect(CANARY.exec(said)?.[0], `${where} shows what belongs to someone else`).toBeUndefined()
}

/** Other spellings of a path that a server or router may treat as the same one. */
export function respell(address: string) {
  const [path = '', query] = address.split('?')
  const [last = ''] = path.split('/').slice(-1)
  const letter = last.replace(/^[a-z]/, (first) => `%${first.charCodeAt(0).toString(16)}`)
  return [
    path.toUpperCase(),
    `/${path}`,
    `//${path}`,
    `${path}/`,
    `${path}//`,
    `${path}/.`,
    `/.${path}`,
    `/x/..${path}`,
    `/x/%2e%2e${path}`,
    `${path}%2f`,
    `${path}%20`,
    `${path}%00`,
    `${path};a=b`,
    `/%2f${path.slice(1)}`,
    `${path.slice(0, path.length - last.length)}${letter}`,
    path.replaceAll('/', '\\'),
    path.replaceAll('/', '%5c').replace('%5c', '/'),
    path.replace('.data', '.DATA'),
    path.replace('.data', '%2Edata'),
  ].map((spelling) => (query ? `${spelling}?${query}` : spelling))
}
