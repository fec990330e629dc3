import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ensureBuild } from '../build'
import { type Tally, tallyOfCheck, tallyOfPlaywright, tallyOfVitest } from './tally'

const root = path.resolve(import.meta.dirname, '../..')
const binary = (command: string) => path.join(root, 'node_modules/.bin', command)
const RACE_ROUNDS = '50'

/** Runs one phase and prints a line about it. A thrown error fails it; its message is part of the summary. */
async function runPhase(name: string, command: string, work: () => Promise<Tally | undefined>): Promise<Tally> {
  const started = Date.now()
  const tally = await work().catch((error: Error) => tallyOfCheck({ title: name, error: error.message, command }))
  const result = tally ?? tallyOfCheck()
  const seconds = Math.round((Date.now() - started) / 1_000)
  const count = result.failures.length
  const failed = count > 0 ? `, ${count} failed` : ''
  console.log(`${count > 0 ? '✗' : '✓'}  ${name}: ${result.passed} passed${failed} in ${seconds} s`)
  return result
}

/** A check that passes or fails as a whole. Others run beside it. */
export function runCheck(name: string, part: string, command: string, args: string[]) {
  return runPhase(name, `npm test -- ${part}`, async () => {
    const child = spawn(binary(command), args, { cwd: root })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk) => {
        output += chunk
      })
    }
    const status = await new Promise((resolve) => child.once('close', resolve).once('error', resolve))
    if (status !== 0) throw new Error(output || String(status))
    return undefined
  })
}

/** Builds the app once for all tests, while the checks run. */
export const runBuild = () =>
  runPhase('Build', 'npm run build', async () => {
    await ensureBuild()
    return undefined
  })

export const runSchemaCheck = () =>
  runPhase('Schema', 'npm test -- schema', async () => {
    // Imported here, because a broken migration must not stop the other phases.
    const { verifySchema } = await import('./verify-schema')
    await verifySchema()
    return undefined
  })

export const runUnitTests = () =>
  runVitest('Unit and integration tests', ['--project', 'shared', '--project', 'isolated'])

/** The long tests, and the races of the others in more rounds. */
export const runLongTests = () => {
  const races = fs
    .globSync('tests/**/*.test.{ts,tsx}', { cwd: root })
    .filter((file) => fs.readFileSync(path.join(root, file), 'utf8').includes('RACE_ROUNDS'))
  return runVitest('Long tests and races', ['.long.test.', ...races], { RACE_ROUNDS })
}

export const runJourneys = () => runPlaywright('Journeys', [])

/** Runs given files, with `title` only the tests whose title matches it. */
export async function runFiles(files: string[], title: string | undefined, isLong: boolean): Promise<Tally[]> {
  const isJourney = (file: string) => file.includes('.spec.')
  const [journeys, tests] = [files.filter(isJourney), files.filter((file) => !isJourney(file))]
  const tallies: Tally[] = []
  if (tests.length > 0) {
    const pattern = title === undefined ? [] : ['-t', title]
    tallies.push(await runVitest('Tests', [...tests, ...pattern], isLong ? { RACE_ROUNDS } : {}))
  }
  if (journeys.length > 0) {
    const pattern = title === undefined ? [] : ['--grep', title]
    tallies.push(await runPlaywright('Journeys', [...journeys, ...pattern, '--no-deps']))
  }
  return tallies
}

function runVitest(name: string, args: string[], env: Record<string, string> = {}) {
  return runPhase(name, 'npm test -- unit', async () => {
    const all = (file: string) => [
      'run',
      '--config',
      'remix.config.js',
      ...REPORTERS,
      `--outputFile.json=${file}`,
      ...args,
    ]
    const report = await runTests('vitest', all, env)
    const tally = tallyOfVitest(report.json, (place) => path.relative(root, place))
    return withStatus('vitest', report.status, tally)
  })
}

const REPORTERS = ['--reporter=dot', '--reporter=json']

function runPlaywright(name: string, args: string[]) {
  return runPhase(name, 'npm test -- e2e', async () => {
    const all = ['test', '--config', 'tests/playwright.config.ts', '--reporter=line,json', ...args]
    const report = await runTests('playwright', () => all)
    return withStatus('playwright', report.status, tallyOfPlaywright(report.json))
  })
}

/** Runs a test runner whose reporter `json` writes to a file. */
async function runTests(command: string, args: (file: string) => string[], env: Record<string, string> = {}) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-tally-'))
  const file = path.join(dir, 'report.json')
  try {
    const child = spawn(binary(command), args(file), {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    })
    const status = await new Promise((resolve) => child.once('close', resolve).once('error', resolve))
    if (!fs.existsSync(file)) throw new Error(`${command} ended with ${status}, see above.`)
    return { status, json: JSON.parse(fs.readFileSync(file, 'utf8')) }
  } finally {
    fs.rmSync(dir, { recursive: true, force: true })
  }
}

/** @throws for a failure that no test reports, such as an error outside of tests */
function withStatus(command: string, status: unknown, tally: Tally) {
  if (status !== 0 && tally.failures.length === 0) throw new Error(`${command} ended with ${status}, see above.`)
  return tally
}
