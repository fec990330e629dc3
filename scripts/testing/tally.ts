import fs from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** A test or check that failed, and the command that runs only this one. */
export type Failure = { title: string; error: string; command: string }
export type Tally = { passed: number; failed: number; failures: Failure[] }

/** The number of lines of an error in the summary. */
const ERROR_LINES = 25

export const tallyOfCheck = (failure?: Failure): Tally =>
  failure ? { passed: 0, failed: 1, failures: [failure] } : { passed: 1, failed: 0, failures: [] }

/** The command that runs one test of a file. Titles are patterns there, so special characters are escaped. */
export function commandFor(file: string, title: string) {
  const command = file.includes('.long.') ? 'npm run test:long' : 'npm test'
  const pattern = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return `${command} -- ${file} -t '${pattern.replaceAll("'", "'\\''")}'`
}

export function printSummary(tallies: Tally[]) {
  for (const { title, error, command } of tallies.flatMap(({ failures }) => failures)) {
    const lines = stripVTControlCharacters(error).trimEnd().split('\n').slice(0, ERROR_LINES)
    console.log(`\nFailed: ${title}\n${lines.map((line) => `  ${line}`).join('\n')}\n  Only this one: ${command}`)
  }
  const sum = (of: 'passed' | 'failed') => tallies.reduce((total, tally) => total + tally[of], 0)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') === 0 && sum('passed') > 0
}

export function readTally(file: string): Tally | undefined {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
