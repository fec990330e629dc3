import type { BrokenLinkDetails } from '~/features/contributions/availability/alert'
import { formatDate, formatDay } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'

type ReportSummary = { hasEnded: boolean; at: string; wasRight: boolean }

/** What is known of a deal that staff look at again. */
export type Doubts = {
  end_date: string | null
  checked_at: Date | null
  imported_at: Date | null
  link: BrokenLinkDetails | null
  /** The live reports of members, oldest first. */
  reports: ReportSummary[]
}

type Reason = { fact: string; more: string }
const DAY = 86_400_000

/** Why a deal is listed, as a statement and what follows it. */
export function reasonOf(section: 'reported' | 'broken' | 'unchecked', doubts: Doubts, now: Date): Reason {
  if (section === 'reported') return describeReports(doubts.reports)
  return section === 'broken' ? describeLink(doubts.link!) : describeCheck(doubts, now)
}

function describeReports(reports: ReportSummary[]): Reason {
  const ended = reports.filter(({ hasEnded }) => hasEnded)
  const available = reports.length - ended.length
  const fact = `${pluralize(ended.length, 'member')} ${ended.length === 1 ? 'says' : 'say'} it has ended`
  const days = [...new Set(ended.map(({ at }) => at.slice(0, 10)))]
  const others =
    available > 0 ? `, ${available.toLocaleString('en-US')} ${available === 1 ? 'says' : 'say'} it is available` : ''
  return { fact, more: `, on ${listDays(days)}${others}. ${describeRecord(ended)}` }
}

function describeRecord(reports: ReportSummary[]) {
  const right = reports.filter(({ wasRight }) => wasRight).length
  if (right === 0) return 'None of them has been right before.'
  if (right < reports.length) return `${right} of them ${right === 1 ? 'was' : 'were'} right before.`
  return right === 2 ? 'Both were right before.' : 'All were right before.'
}

function describeLink({ reason, failedOn }: BrokenLinkDetails): Reason {
  return { fact: reason, more: `, on ${listDays(failedOn)}.` }
}

function describeCheck({ checked_at, imported_at, end_date }: Doubts, now: Date): Reason {
  const ending = describeEnd(end_date, now)
  if (checked_at) {
    const days = Math.floor((now.getTime() - checked_at.getTime()) / DAY)
    return { fact: `Checked ${formatDate(checked_at)}`, more: `, ${pluralize(days, 'day')} ago.${ending}` }
  }
  return { fact: 'Not checked yet.', more: `${imported_at ? ` Imported on ${formatDate(imported_at)}.` : ''}${ending}` }
}

/** Within the week in which a deal is shown as Ending Soon. */
function describeEnd(endDate: string | null, now: Date) {
  if (!endDate) return ''
  const days = (Date.parse(endDate) - Date.parse(now.toISOString().slice(0, 10))) / DAY
  if (days === 0) return ' Ends today.'
  return days > 0 && days <= 7 ? ` Ends in ${pluralize(days, 'day')}.` : ''
}

/** "18, 20 and 21 Nov", "30 Nov and 2 Dec" */
function listDays(days: string[]) {
  const named = days.map((day) => formatDay(new Date(day)).split(' '))
  const words = named.map(([day, month], index) => (named[index + 1]?.[1] === month ? day! : `${day} ${month}`))
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
