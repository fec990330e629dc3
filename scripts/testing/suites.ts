import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults } from 'vitest/node'
import { ensureBuild } from '../build'

/**
 * The result of a suite. `failures` has one text per failure, with the name and the reason; `flaky` the names of tests
 * that passed only when repeated.
 */
export type Tally = { passed: number; failed: number; failures: string[]; flaky?: string[] }

const root = path.resolve(import.meta.dirname, '../..')
/** The number of lines of an error in the summary. */
const ERROR_LINES = 15

/** A check that passes or fails as a whole. Others run beside it, so what it prints comes at once, at its end. */
export async function runCheck(name: string, command: string, args: string[]): Promise<Tally> {
  const started = Date.now()
  const child = spawn(path.join(root, 'node_modules/.bin', command), args, { cwd: root })
  let said = ''
  for (const output of [child.stdout, child.stderr]) {
    output.setEncoding('utf8').on('data', (chunk) => {
      said += chunk
    })
  }
  const status = await new Promise((resolve) => child.once('close', resolve).once('error', () => resolve(undefined)))
  console.log(`\n== ${name}\n${said}${resultLine(name, status === 0, started)}`)
  return tallyOfCheck(name, status === 0)
}

/** Builds the app once for all tests, while the checks run. */
export async function runBuild(): Promise<Tally> {
  const started = Date.now()
  const error = await ensureBuild().then(
    () => undefined,
    (reason: Error) => reason,
  )
  console.log(`\n== Build\n${error ? `${error.message}\n` : ''}${resultLine('Build', !error, started)}`)
  return tallyOfCheck('Build', !error)
}

export function tallyOfCheck(name: string, isPassed: boolean): Tally {
  return isPassed ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [`${name}: see above`] }
}

/** Unit and integration tests. A run without a report counts as one failure. */
export function runVitest(report: string): Tally {
  const name = 'Unit and integration tests'
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = run(name, 'vitest', ['run', '--config', 'remix.config.js', ...reporters])
  const result = readReport<JsonTestResults>(report)
  if (!result) return tallyOfCheck(name, false)
  const failures = result.testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((test) => test.status === 'failed')
    const inFile = path.relative(root, file.name)
    if (failed.length === 0) return file.status === 'failed' ? [describe(inFile, file.message)] : []
    return failed.map((test) => describe(`${inFile}: ${test.fullName}`, test.failureMessages?.[0]))
  })
  const flaky = result.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'passed' && (test.failureMessages?.length ?? 0) > 0)
      .map((test) => describe(`${path.relative(root, file.name)}: ${test.fullName}`, test.failureMessages?.[0])),
  )
  return tallyOfTests(name, { passed: result.numPassedTests, failed: result.numFailedTests, failures, flaky, status })
}

/** Browser tests. Skipped tests count as failures. */
export function runPlaywright(report: string): Tally {
  const name = 'End-to-end tests'
  const config = ['test', '--config', 'tests/playwright.config.ts']
  const { status } = run(name, 'playwright', config, { E2E_REPORT: report })
  const result = readReport<JSONReport>(report)
  if (!result) return tallyOfCheck(name, false)
  const { expected, unexpected, skipped } = result.stats
  const flaky = result.suites.flatMap((suite) => journeysOf(suite, (state) => state === 'flaky'))
  const failures = result.suites.flatMap((suite) =>
    journeysOf(suite, (state) => !['expected', 'flaky'].includes(state)),
  )
  return tallyOfTests(name, { passed: expected + flaky.length, failed: unexpected + skipped, failures, flaky, status })
}

function tallyOfTests(name: string, { status, ...tally }: Tally & { status: number | null }): Tally {
  // A test file that cannot be loaded, or an error outside of tests, fails the suite too.
  if (status === 0 || tally.failed > 0) return tally
  return { ...tally, failed: 1, failures: [...tally.failures, `${name}: see above`] }
}

/** The journeys of a suite that ended in a certain state, each with its first error. */
function journeysOf(suite: JSONReportSuite, isWanted: (state: string) => boolean): string[] {
  const ofSpecs = suite.specs.flatMap((spec) =>
    spec.tests
      .filter((test) => isWanted(test.status))
      .map((test) => {
        const error = test.results.find((result) => result.error)?.error
        return describe(`${spec.file}:${spec.line} [${test.projectName}] ${spec.title}`, error?.message ?? test.status)
      }),
  )
  return [...ofSpecs, ...(suite.suites ?? []).flatMap((inner) => journeysOf(inner, isWanted))]
}

function describe(title: string, error = '') {
  const lines = stripVTControlCharacters(error).split('\n').slice(0, ERROR_LINES)
  return [title, ...lines.map((line) => `  ${line}`)].join('\n')
}

function run(name: string, command: string, args: string[], env: Record<string, string | undefined> = {}) {
  console.log(`\n== ${name}`)
  const started = Date.now()
  const bin = path.join(root, 'node_modules/.bin', command)
  const result = spawnSync(bin, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(resultLine(name, result.status === 0, started))
  return result
}

function resultLine(name: string, isPassed: boolean, started: number) {
  return `== ${name}: ${isPassed ? 'passed' : 'failed'} in ${Math.round((Date.now() - started) / 1000)} s`
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
