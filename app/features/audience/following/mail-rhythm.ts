import type { MailRhythm } from '~/db/schema'
import { formatDate } from '~/ui/local-date'

export const MAIL_RHYTHMS = ['AT_ONCE', 'WEEKLY', 'NEVER'] as const satisfies readonly MailRhythm[]

export const RHYTHM_LABELS: Record<MailRhythm, { label: string; hint: string }> = {
  AT_ONCE: { label: 'Daily digest', hint: 'At most one email a day.' },
  WEEKLY: { label: 'Weekly digest', hint: 'On Mondays, up to 20 items.' },
  NEVER: { label: 'Never', hint: 'Everything still arrives under Notifications.' },
}

const MONDAY = 1
const HOUR = 8

/** "Monday 23 Nov 2026, 08:00 UTC": the next weekly mail. */
export function nextWeeklyMail(now: Date) {
  const next = new Date(now)
  next.setUTCHours(HOUR, 0, 0, 0)
  while (next.getUTCDay() !== MONDAY || next <= now) next.setUTCDate(next.getUTCDate() + 1)
  return `Monday ${formatDate(next)}, 0${HOUR}:00 UTC`
}
