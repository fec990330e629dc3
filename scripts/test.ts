import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runBuild, runCheck, runPlaywright, runVitest, type Tally } from './testing/suites'
import { verifySchema } from './testing/verify-schema'

// `npm test`: everything. `npm test -- unit` and `npm test -- e2e` run one part.
const parts = process.argv.slice(2)
const isWanted = (part: string) => parts.length === 0 || parts.includes(part)

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'ledger-reports-'))
// Each of these leaves a core idle for a while. The tests need both.
const checks: Promise<Tally>[] = []
if (isWanted('types'))
  checks.push(runCheck('Types', 'tsc', ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo']))
if (isWanted('lint')) checks.push(runCheck('Format and lint', 'biome', ['ci', '--error-on-warnings']))
if (isWanted('unit') || isWanted('e2e')) checks.push(runBuild())
if (isWanted('schema')) checks.push(verifySchema())
const tallies = await Promise.all(checks)
if (isWanted('unit')) tallies.push(runVitest(path.join(reports, 'unit.json')))
if (isWanted('e2e')) tallies.push(runPlaywright(path.join(reports, 'e2e.json')))
fs.rmSync(reports, { recursive: true, force: true })

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
for (const failure of tallies.flatMap((tally) => tally.failures)) console.log(`\nFailed: ${failure}`)
for (const flaky of tallies.flatMap((tally) => tally.flaky ?? []))
  console.log(`\nFlaky, passed when run again: ${flaky}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
