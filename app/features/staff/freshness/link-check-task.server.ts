import type { JobHelpers } from 'graphile-worker'
import { env } from '~/env.server'
import { planLinkChecks } from './plan-link-checks.server'
import { runLinkChecks } from './run-link-checks.server'

/**
 * Daily job: looks at the links of published deals that have not ended, each once a week while it works and daily after
 * it failed. Every result is saved at once, so an interrupted job goes on where it was.
 */
export async function checkLinks(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  if (!env.LINK_CHECKS) return
  await planLinkChecks()
  await runLinkChecks({ signal: abortSignal })
}
