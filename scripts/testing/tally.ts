import { stripVTControlCharacters } from 'node:util'

/** A test or check that failed, and the command that runs only this one. */
type Failure = { title: string; error: string; command: string }
export type Tally = { passed: number; failures: Failure[] }

/** The number of lines of an error in the summary. */
const ERROR_LINES = 25

export const tallyOfCheck = (failure?: Failure): Tally =>
  failure ? { passed: 0, failures: [failure] } : { passed: 1, failures: [] }

/** What is read of a report by vitest's reporter `json`. A file that cannot be loaded fails without a test. */
export type VitestReport = {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
  }[]
}

/** @param fileOf makes a path relative to the project */
export function tallyOfVitest({ testResults }: VitestReport, fileOf: (name: string) => string): Tally {
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: fileOf(name) })),
  )
  const failed = tests.filter(({ status }) => status === 'failed')
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failures: [
      ...failed.map(({ file, fullName, failureMessages = [] }) => ({
        title: `${file}: ${fullName}`,
        error: failureMessages.join('\n'),
        command: commandFor(file, fullName),
      })),
      ...unloaded.map(({ name, message }) => ({
        title: fileOf(name),
        error: message,
        command: `npm test -- ${fileOf(name)}`,
      })),
    ],
  }
}

type PlaywrightSuite = {
  title: string
  file: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    tests: { projectName: string; status: string; results: { errors: { message?: string }[] }[] }[]
  }[]
}

/** What is read of a report by Playwright's reporter `json`. */
export type PlaywrightReport = { suites: PlaywrightSuite[]; errors: { message?: string }[] }

/** Skipped journeys count as failed. */
export function tallyOfPlaywright({ suites, errors }: PlaywrightReport): Tally {
  const tests = suites.flatMap((suite) => listTests(suite))
  return {
    passed: tests.filter(({ status }) => status === 'expected').length,
    failures: [
      ...tests
        .filter(({ status }) => status !== 'expected')
        .map(({ file, title, projectName, status, results }) => ({
          title: `${file} [${projectName}] ${title}`,
          error: results.flatMap((result) => result.errors)[0]?.message ?? `The journey was ${status}.`,
          command: commandFor(file, title),
        })),
      ...errors.map(({ message = '' }) => ({
        title: 'an error outside of journeys',
        error: message,
        command: 'npm test -- e2e',
      })),
    ],
  }
}

/** @param group the titles of the groups around the suite */
function listTests({ file, suites = [], specs }: PlaywrightSuite, group: string[] = []) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map((test) => ({ ...test, file: `tests/e2e/${file}`, title: [...group, title].join(' ') })),
  )
  const inner: typeof own = suites.flatMap((suite) => listTests(suite, [...group, suite.title]))
  return [...own, ...inner]
}

/** The command that runs one test of a file. Titles are patterns there, so special characters are escaped. */
function commandFor(file: string, title: string) {
  const command = file.includes('.long.') ? 'npm run test:long' : 'npm test'
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `${command} -- ${file} -t '${pattern.replaceAll("'", "'\\''")}'`
}

/** Prints the failures and one line with the sums of all suites. Returns whether all is well. */
export function printSummary(tallies: Tally[]) {
  const failures = tallies.flatMap((tally) => tally.failures)
  for (const { title, error, command } of failures) {
    const lines = stripVTControlCharacters(error).trimEnd().split('\n').slice(0, ERROR_LINES)
    console.log(`\nFailed: ${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n  Only this one: ${command}`)
  }
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  console.log(`\n${passed} passed, ${failures.length} failed`)
  return failures.length === 0 && passed > 0
}
