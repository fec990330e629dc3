import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask, entryPointsOf } from '../setup/entry-points'
import { routesOfBuild } from '../setup/routes-of-build'
import { RULES } from './access-rules'
import { type Fixtures, insertFixtures } from './fixtures'
import { MULTIPART, RANDOM, READ, REFUSED } from './hostile-fields'

/** Maximum milliseconds of CPU for one response, including its page. */
const CPU_MAX = 50
const TRIES = 15
/** Bodies sent at once. Only if a group exceeds the CPU limit of one body, each of its bodies is sent alone. */
const GROUP = 4

const routes = (await routesOfBuild()).filter(({ hasAction }) => hasAction)
let app: BuiltApp
let fixtures: Fixtures

beforeAll(async () => {
  app = await startBuiltApp({ RATE_LIMIT: '0', LOG_LEVEL: 'warn', SESSION_SECRET: process.env.SESSION_SECRET! })
}, 180_000)
afterAll(() => app?.stop())
beforeEach(async () => {
  fixtures = await insertFixtures()
})

type Sent = { cookie: string | undefined; body: string; headers?: Record<string, string> }

/** Whether a group of bodies gets the right answers, and all of them together cost no more than one of them may. */
async function areAllRight(
  entryPoint: string,
  bodies: string[],
  isRight: (status: number) => boolean,
  sent: Omit<Sent, 'body'>,
) {
  const before = await app.cpu()
  const answers = await Promise.all(bodies.map((body) => ask(app.port, entryPoint, { ...sent, body })))
  const cpu = (await app.cpu()) - before
  return cpu <= CPU_MAX && answers.every(({ status }) => isRight(status))
}

/** The status, and the lowest CPU time of several tries, since a try may include other work of the process. */
async function measure(entryPoint: string, sent: Sent) {
  let [status, cpu] = [0, Number.POSITIVE_INFINITY]
  for (let i = 0; i < TRIES && cpu > CPU_MAX; i++) {
    const before = await app.cpu()
    status = (await ask(app.port, entryPoint, sent)).status
    cpu = Math.min(cpu, (await app.cpu()) - before)
  }
  return { status, cpu }
}

async function failures(
  entryPoints: string[],
  bodies: Record<string, string>,
  isRight: (status: number) => boolean,
  sent: Omit<Sent, 'body'>,
) {
  const found: string[] = []
  for (const entryPoint of entryPoints) {
    const all = Object.entries(bodies)
    while (all.length > 0) {
      const group = all.splice(0, GROUP)
      const texts = group.map(([, body]) => body)
      if (await areAllRight(entryPoint, texts, isRight, sent)) continue
      for (const [what, body] of group) {
        const { status, cpu } = await measure(entryPoint, { ...sent, body })
        if (!isRight(status) || cpu > CPU_MAX)
          found.push(`${what} at ${entryPoint}: ${status} in ${Math.round(cpu)} ms`)
      }
    }
  }
  return found
}

/** Sends every other body to the document URL and the rest to the data URL, swapped for the next route. */
function inTurn(bodies: Record<string, string>, routeId: string) {
  const turn = routes.findIndex(({ id }) => id === routeId)
  const half = (rest: number) =>
    Object.fromEntries(Object.entries(bodies).filter((_body, index) => (index + turn) % 2 === rest))
  return [half(0), half(1)] as const
}

describe.each(routes)('hostile bodies sent to the form of $id', ({ id, isIndex }) => {
  const { path, write, forms: [form = {}] = [] } = RULES[id]!
  const [document, data] = entryPointsOf(path, id, isIndex).write as [string, string]
  const isForVisitors = write === 'everybody' || write === 'visitors'
  const cookie = () => (isForVisitors ? undefined : fixtures.people.find(({ name }) => name === 'an admin')!.cookie)
  // With the intent of a real button, so that the body is processed as far as possible.
  const withIntent = (bodies: Record<string, string>) => {
    const start = form.intent && !isForVisitors ? `intent=${form.intent}&` : ''
    return Object.fromEntries(Object.entries(bodies).map(([what, body]) => [what, start + body]))
  }
  beforeAll(async () => {
    for (let i = 0; i < 5; i++)
      await Promise.all([document, data].map((entryPoint) => ask(app.port, entryPoint, { body: '' })))
  })

  test('field names that are costly to parse answer 400 within the CPU limit', async () => {
    // The not-found route answers 404 to any body.
    const isRefused = (status: number) => status === (id === 'routes/$' ? 404 : 400)
    const [documents, others] = inTurn(REFUSED, id)
    expect(await failures([document], documents, isRefused, { cookie: cookie() })).toEqual([])
    expect(await failures([data], others, isRefused, { cookie: cookie() })).toEqual([])
  })

  test('unknown fields and random bodies never answer 5xx and stay within the CPU limit', async () => {
    const isAnswered = (status: number) => status >= 200 && status < 500
    const [documents, others] = inTurn(withIntent({ ...READ, ...RANDOM }), id)
    expect(await failures([document], documents, isAnswered, { cookie: cookie() })).toEqual([])
    expect(await failures([data], others, isAnswered, { cookie: cookie() })).toEqual([])
  })

  test('multipart bodies answer 4xx within the CPU limit', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const isRefused = (status: number) => status >= 400 && status < 500
    const entryPoints = isForVisitors ? [document] : [document, data]
    expect(await failures(entryPoints, MULTIPART, isRefused, { cookie: cookie(), headers })).toEqual([])
  })
})

test('hostile bodies leave no error in the log', () => {
  expect(app.log().filter(({ level }) => Number(level) >= 50)).toEqual([])
})
