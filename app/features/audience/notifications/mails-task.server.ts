import type { JobHelpers } from 'graphile-worker'
import { planAlerts, planDigests, planReminders, planWeeklyDigests } from './plan-mails.server'
import { sendMails } from './send-mails.server'

/** Job of every minute: plans what is to be mailed soon, and sends what waits. */
export async function mailNotifications(_payload: unknown, { abortSignal }: Pick<JobHelpers, 'abortSignal'>) {
  await planAlerts()
  await planReminders()
  await planDigests()
  await sendMails({ signal: abortSignal })
}

/** Job of Monday, 08:00 UTC. */
export async function planWeeklyMails() {
  await planWeeklyDigests()
}
