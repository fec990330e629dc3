import { checkDatabase } from './deploy/database'
import { type Check, checkSettings } from './deploy/settings'

/** `npm run check:deploy`: checks the settings and the database for a public site. Exits with 1 if a check fails. */
async function runChecks(): Promise<Check[]> {
  const settings = await import('~/env.server').catch((error: Error) => error)
  // Weak secrets and malformed URLs are rejected earlier, when the settings are read.
  if (settings instanceof Error) return [{ name: 'Settings', problem: settings.message }]
  const { env } = settings
  const ofDatabase = env.DATABASE_URL ? await checkDatabase(env.DATABASE_URL) : []
  return [...checkSettings(env), ...ofDatabase]
}

const checks = await runChecks()
for (const { name, problem } of checks) console.log(problem ? `FAIL  ${name}: ${problem}` : `ok    ${name}`)
process.exit(checks.some(({ problem }) => problem) ? 1 : 0)
