import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BuiltApp, startBuiltApp } from '../setup/built-app'
import { ask, entryPointsOf } from '../setup/entry-points'
import { type BuiltRoute, routesOfBuild } from '../setup/routes-of-build'
import { RULES } from './access-rules'
import { type Fixtures, insertFixtures } from './fixtures'
import { MULTIPART, RANDOM, READ, REFUSED } from './hostile-fields'

/** Bodies sent at once. */
const GROUP = 4
/** Ends what hangs. The most that a body costs is milliseconds, which the benchmark measures. */
const ANSWER_TIMEOUT_MS = 20_000

/** Sends hostile bodies to every form: all of them to those of `isWhole`, a few to the others. */
export async function testHostileForms(isWhole: (routeId: string) => boolean) {
  const routes = (await routesOfBuild()).filter(({ hasAction }) => hasAction)
  let app: BuiltApp
  let fixtures: Fixtures

  beforeAll(async () => {
    app = await startBuiltApp({ RATE_LIMIT: '0', LOG_LEVEL: 'warn', SESSION_SECRET: process.env.SESSION_SECRET! })
  })
  afterAll(() => app?.stop())
  beforeEach(async () => {
    fixtures = await insertFixtures()
  })

  type Sent = { cookie: string | undefined; headers?: Record<string, string> }

  /** The bodies that get another answer than they should. */
  async function failures(
    entryPoint: string,
    bodies: Record<string, string>,
    isRight: (status: number) => boolean,
    sent: Sent,
  ) {
    const found: string[] = []
    const all = Object.entries(bodies)
    while (all.length > 0) {
      const answers = all.splice(0, GROUP).map(async ([what, body]) => {
        const late = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
        const { status } = await ask(app.port, entryPoint, { ...sent, body, signal: late })
        if (!isRight(status)) found.push(`${what} at ${entryPoint}: ${status}`)
      })
      await Promise.all(answers)
    }
    return found
  }

  test.each(routes)(
    'the form of $id rejects malformed and multipart bodies, and answers none with 5xx',
    async (route) => {
      const { id } = route
      const turn = routes.indexOf(route)
      const { write, forms: [form = {}] = [] } = RULES[id]!
      const isForVisitors = write === 'everyone' || write === 'visitors'
      const cookie = isForVisitors ? undefined : fixtures.people.find(({ name }) => name === 'an admin')!.cookie
      const send = async (
        bodies: Record<string, string>,
        isRight: (status: number) => boolean,
        headers?: Record<string, string>,
      ) => {
        const some = isWhole(id) ? bodies : fewOf(bodies, turn)
        const found: string[] = []
        for (const [entryPoint, half] of inTurn(some, route, turn))
          found.push(...(await failures(entryPoint, half, isRight, { cookie, headers })))
        return found
      }
      // With the intent of a real button, so that the body is processed as far as possible.
      const start = form.intent && !isForVisitors ? `intent=${form.intent}&` : ''
      const withIntent = (bodies: Record<string, string>) =>
        Object.fromEntries(Object.entries(bodies).map(([what, body]) => [what, start + body]))

      // The not-found route answers 404 to any body.
      expect(await send(REFUSED, (status) => status === (id === 'routes/$' ? 404 : 400))).toEqual([])
      expect(await send(withIntent({ ...READ, ...RANDOM }), (status) => status >= 200 && status < 500)).toEqual([])
      const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' }
      expect(await send(MULTIPART, (status) => status >= 400 && status < 500, multipart)).toEqual([])
    },
  )

  test('hostile bodies leave no error in the log', () => {
    expect(app.log().filter(({ level }) => level === 'error' || level === 'fatal')).toEqual([])
  })
}

/** Two bodies of a kind for a form, others for the next form, so that each is sent to some. */
function fewOf(bodies: Record<string, string>, turn: number) {
  const all = Object.entries(bodies)
  return Object.fromEntries([0, 1].map((more) => all[(turn * 2 + more) % all.length]!))
}

/** Every other body goes to the document URL and the rest to the data URL, swapped for the next route. */
function inTurn(bodies: Record<string, string>, { id, isIndex }: BuiltRoute, turn: number) {
  const [document, data] = entryPointsOf(RULES[id]!.path, id, isIndex).write as [string, string]
  const half = (rest: number) =>
    Object.fromEntries(Object.entries(bodies).filter((_body, index) => (index + turn) % 2 === rest))
  return [
    [document, half(0)],
    [data, half(1)],
  ] as const
}
