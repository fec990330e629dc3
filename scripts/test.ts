import { runBuild, runCheck, runFiles, runJourneys, runLongTests, runSchemaCheck, runUnitTests } from './testing/suites'
import { printSummary, type Tally } from './testing/tally'

// `npm test`: all that guards what people see and do. `npm run test:long`: the long tests. `npm test -- all`: both.
// `npm test -- unit` and so on run one part, `npm test -- tests/some.test.ts -t 'a title'` a file or a test.
const PARTS = ['types', 'lint', 'schema', 'unit', 'e2e']
const words = process.argv.slice(2)
const titleAt = words.indexOf('-t')
const title = titleAt < 0 ? undefined : words[titleAt + 1]
const names = titleAt < 0 ? words : words.toSpliced(titleAt, 2)
const files = names.filter((name) => name.includes('/'))
const parts = names.filter((name) => PARTS.includes(name))
const [isAll, isLong] = [names.includes('all'), names.includes('long')]

const unknown = names.filter((name) => ![...files, ...parts, 'all', 'long'].includes(name))
if (unknown.length > 0) {
  console.error(`There is no part "${unknown[0]}". Parts are: ${PARTS.join(', ')}, long, all, and files of tests/.`)
  process.exit(2)
}

process.exit(printSummary(files.length > 0 ? await runFiles(files, title, isLong) : await runParts()) ? 0 : 1)

async function runParts(): Promise<Tally[]> {
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part)
  const isShort = isAll || !isLong
  // Each of these leaves a core idle for a while. The tests need both.
  const checks: Promise<Tally>[] = []
  if (isShort && isWanted('types')) checks.push(runCheck('Types', 'types', '../typescript-native/bin/tsc', []))
  if (isShort && isWanted('lint'))
    checks.push(runCheck('Format and lint', 'lint', 'biome', ['ci', '--error-on-warnings']))
  if (isWanted('unit') || isWanted('e2e')) checks.push(runBuild())
  if (isShort && isWanted('schema')) checks.push(runSchemaCheck())
  const tallies = await Promise.all(checks)
  if (isShort && isWanted('unit')) tallies.push(await runUnitTests())
  if (isShort && isWanted('e2e')) tallies.push(await runJourneys())
  if ((isAll || isLong) && isWanted('unit')) tallies.push(await runLongTests())
  return tallies
}
