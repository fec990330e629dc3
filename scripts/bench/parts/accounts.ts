import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import bcrypt from 'bcryptjs'
import pg from 'pg'
import { findFreePort } from '../../database/embedded-server'
import { measureReaders } from '../load/readers'
import { startSite } from '../load/site'
import type { Measurement } from '../report'
import { SERVER_ENV } from '../server-env'

const PEOPLE = 20
const SECONDS = 5
const ROUNDS = 40
const COST = 10
const PASSWORD = 'correct horse'

/** Sign-ins: the delay for visitors meanwhile, the rate, and whether the time reveals if an email is registered. */
export async function measureAccounts(databaseUrl: string): Promise<Measurement[]> {
  const people = await addPeople(databaseUrl)
  const port = await findFreePort()
  const app = await startSite({ port, databaseUrl })
  const site = new URL(`http://127.0.0.1:${port}/`)
  try {
    await signIn(site, people[0]!, PASSWORD)
    return [...(await measureSignIns(site, people)), await measureTimingLeak(site, people)]
  } finally {
    await app.stop()
    fs.rmSync(SERVER_ENV.DATA_DIR, { recursive: true, force: true })
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

async function measureSignIns(site: URL, people: string[]): Promise<Measurement[]> {
  const deals = new URL('/deals', site)
  const visit = () => measureReaders(deals, SECONDS)
  await visit()
  const idle = await visit()
  const [busy, { signIns, rejected }] = await Promise.all([visit(), signInRepeatedly(site, people)])
  const alone = await signInRepeatedly(site, people)
  const raw = await measureBcrypt()

  const slowdown = busy.p99 / idle.p99
  const rate = alone.signIns / raw
  return [
    {
      what: `/deals p99 while ${PEOPLE} sign in`,
      ours: `${busy.p99.toFixed(0)} ms (${signIns.toFixed(1)} sign-ins/s, ${rejected} rejected)`,
      floor: `${idle.p99.toFixed(0)} ms idle`,
      ratio: slowdown,
      goal: '<= 2',
      isMet: slowdown <= 2,
    },
    {
      what: 'sign-ins',
      ours: `${alone.signIns.toFixed(1)}/s, ${alone.rejected} rejected`,
      floor: `${raw.toFixed(1)} comparisons/s on one core`,
      ratio: rate,
    },
  ]
}

/** Twenty people sign in again and again. */
async function signInRepeatedly(site: URL, people: string[]) {
  let [done, rejected] = [0, 0]
  const start = performance.now()
  const until = start + SECONDS * 1_000
  const one = async (email: string) => {
    while (performance.now() < until) {
      const status = await signIn(site, email, PASSWORD)
      if (status === 303) done++
      else if (status === 503) rejected++
      else throw new Error(`A sign-in responded with ${status}`)
    }
  }
  await Promise.all(people.slice(0, PEOPLE).map(one))
  return { signIns: (done * 1_000) / (performance.now() - start), rejected }
}

/** bcrypt comparisons per second at the same cost, on one core. */
async function measureBcrypt() {
  const hash = await bcrypt.hash(PASSWORD, COST)
  const start = performance.now()
  let done = 0
  for (; performance.now() - start < 2_000; done++) bcrypt.compareSync(PASSWORD, hash)
  return (done * 1_000) / (performance.now() - start)
}

/** The time for an unknown email compared with a known one and a wrong password, alternating, each email once. */
async function measureTimingLeak(site: URL, people: string[]): Promise<Measurement> {
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    known.push(await timeOf(() => signIn(site, people[PEOPLE + round]!, 'wrong horse')))
    unknown.push(await timeOf(() => signIn(site, `nobody-${round}@example.com`, 'wrong horse')))
  }
  const ratio = median(unknown) / median(known)
  return {
    what: 'sign-in with an unknown email',
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
