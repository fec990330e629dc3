import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import bcrypt from 'bcryptjs'
import pg from 'pg'
import { findFreePort } from '../database/embedded-server'
import { startWebServer } from '../serve/web-server'
import { QUIET } from './quiet'
import { measureReaders } from './readers'
import type { Measurement } from './report'

const PEOPLE = 20
const SECONDS = 5
const ROUNDS = 40
const COST = 10
const PASSWORD = 'correct horse'

/** What signing in costs: the visitors meanwhile, the machine, and what its time tells of an address. */
export async function measureAccounts(databaseUrl: string): Promise<Measurement[]> {
  const people = await addPeople(databaseUrl)
  const port = await findFreePort()
  const app = await startWebServer({ port, databaseUrl, env: { ...QUIET }, output: 'ignore' })
  const site = new URL(`http://127.0.0.1:${port}/`)
  try {
    await signIn(site, people[0]!, PASSWORD)
    return [...(await measureCrowd(site, people)), await measureTelltale(site, people)]
  } finally {
    await app.stop()
    fs.rmSync(QUIET.DATA_DIR, { recursive: true, force: true })
  }
}

async function addPeople(databaseUrl: string) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const prefix = randomBytes(4).toString('hex')
  const emails = Array.from({ length: PEOPLE + 2 * ROUNDS }, (_, n) => `${prefix}-${n}@example.com`)
  await client.query(
    `with person as (
       insert into profiles (name, email, confirmed_at) select 'Person', email, now() from unnest($1::text[]) email
       returning id
     ) insert into credentials (user_id, password_hash) select id, $2 from person`,
    [emails, await bcrypt.hash(PASSWORD, COST)],
  )
  await client.end()
  return emails
}

async function measureCrowd(site: URL, people: string[]): Promise<Measurement[]> {
  const deals = new URL('/deals', site)
  // A visitor, not a flood: what is asked is how long one waits.
  const visit = () => measureReaders(deals, SECONDS)
  await visit()
  const quiet = await visit()
  const [crowded, { signIns, turnedAway }] = await Promise.all([visit(), keepSigningIn(site, people)])
  const alone = await keepSigningIn(site, people)
  const raw = await measureRaw()

  const slowdown = crowded.p99 / quiet.p99
  const rate = alone.signIns / raw
  return [
    {
      what: `/deals p99 while ${PEOPLE} sign in`,
      ours: `${crowded.p99.toFixed(0)} ms (${signIns.toFixed(1)} sign-ins/s, ${turnedAway} turned away)`,
      floor: `${quiet.p99.toFixed(0)} ms quiet`,
      ratio: slowdown,
      goal: '<= 2',
      isMet: slowdown <= 2,
    },
    {
      what: 'sign-ins',
      ours: `${alone.signIns.toFixed(1)}/s, ${alone.turnedAway} turned away`,
      floor: `${raw.toFixed(1)} comparisons/s on one core`,
      ratio: rate,
    },
  ]
}

/** Everybody signs in, and again as soon as they are in. */
async function keepSigningIn(site: URL, people: string[]) {
  let [done, turnedAway] = [0, 0]
  const start = performance.now()
  const until = start + SECONDS * 1_000
  const one = async (email: string) => {
    while (performance.now() < until) {
      const status = await signIn(site, email, PASSWORD)
      if (status === 303) done++
      else if (status === 503) turnedAway++
      else throw new Error(`A sign-in was answered with ${status}`)
    }
  }
  await Promise.all(people.slice(0, PEOPLE).map(one))
  return { signIns: (done * 1_000) / (performance.now() - start), turnedAway }
}

/** The library by itself, at the same cost, on this machine: comparisons a second. */
async function measureRaw() {
  const hash = await bcrypt.hash(PASSWORD, COST)
  const start = performance.now()
  let done = 0
  for (; performance.now() - start < 2_000; done++) bcrypt.compareSync(PASSWORD, hash)
  return (done * 1_000) / (performance.now() - start)
}

/** An unknown address against a known one with a wrong password, each asked once, by turns. */
async function measureTelltale(site: URL, people: string[]): Promise<Measurement> {
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    known.push(await timeOf(() => signIn(site, people[PEOPLE + round]!, 'wrong horse')))
    unknown.push(await timeOf(() => signIn(site, `nobody-${round}@example.com`, 'wrong horse')))
  }
  const ratio = median(unknown) / median(known)
  return {
    what: 'sign-in of an unknown address',
    ours: `${median(unknown).toFixed(1)} ms (median of ${ROUNDS})`,
    floor: `${median(known).toFixed(1)} ms with a wrong password`,
    ratio,
    goal: '0.9 to 1.1',
    isMet: ratio >= 0.9 && ratio <= 1.1,
  }
}

async function signIn(site: URL, email: string, password: string) {
  const body = new URLSearchParams({ email, password })
  const answer = await fetch(new URL('/auth', site), { method: 'POST', body, redirect: 'manual' })
  await answer.arrayBuffer()
  return answer.status
}

async function timeOf(run: () => Promise<unknown>) {
  const start = performance.now()
  await run()
  return performance.now() - start
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
