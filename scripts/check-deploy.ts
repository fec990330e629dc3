import { checkDatabase } from './deploy/database'
import { type Check, checkSettings } from './deploy/settings'

/** `npm run check:deploy`: is this fit for the internet? One line for each check; exits with 1 when one fails. */
async function runChecks(): Promise<Check[]> {
  const settings = await import('~/env.server').catch((error: Error) => error)
  // Weak secrets and malformed addresses never get past the settings themselves.
  if (settings instanceof Error) return [{ name: 'Settings', problem: settings.message }]
  const { env } = settings
  return [...checkSettings(env), ...(env.DATABASE_URL ? await checkDatabase(env.DATABASE_URL) : [])]
}

const checks = await runChecks()
for (const { name, problem } of checks) console.log(problem ? `FAIL  ${name}: ${problem}` : `ok    ${name}`)
process.exit(checks.some(({ problem }) => problem) ? 1 : 0)
