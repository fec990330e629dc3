import type { DeployCheck } from '~/features/site/operations/sender-domain.server'

/** `npm run check:deploy`: checks the settings, the mail server, the DNS and the database for a public site. Exits with 1 if a check fails. */
async function runChecks(): Promise<DeployCheck[]> {
  // Weak secrets and malformed URLs are rejected when the settings are read.
  const settings = await import('~/env.server').catch((error: Error) => error)
  if (settings instanceof Error) return [{ name: 'Settings', problem: settings.message }]
  const { checkDeploy } = await import('~/features/site/operations/deploy-checks.server')
  return checkDeploy()
}

const checks = await runChecks()
for (const { name, problem, note } of checks) {
  if (problem) console.log(`FAIL  ${name}: ${problem}`)
  else console.log(note ? `note  ${name}: ${note}` : `ok    ${name}`)
}
process.exit(checks.some(({ problem }) => problem) ? 1 : 0)
