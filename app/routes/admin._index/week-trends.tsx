import type { Week } from '~/features/staff/dashboard/dashboard.server'
import { formatDay } from '~/ui/local-date'
import { Sparkline } from '~/ui/sparkline'
import { directionOf, Trend } from './trend'

/** The median time to a decision in each of the last eight weeks. */
export function TimeTrend({ weeks }: { weeks: Week[] }) {
  const hours = weeks.map(({ hours }) => (hours === null ? null : Math.round(hours)))
  const [before, now] = [hours.at(-2) ?? null, hours.at(-1) ?? null]
  const difference = now === null || before === null ? 0 : now - before
  return (
    <Trend
      title="Time to a decision"
      span="median, 8 weeks"
      figure={now?.toLocaleString('en-US') ?? 'None'}
      unit={now === null ? undefined : now === 1 ? 'hour' : 'hours'}
      change={describeTime(now, before)}
      direction={directionOf(difference)}
      isWorse={difference > 0}
    >
      <Sparkline
        label={`Median hours to a decision in the last eight weeks: ${hours.map((value) => value ?? 'none').join(', ')}`}
        values={hours}
        xLabels={labelsOf(weeks)}
      />
    </Trend>
  )
}

function describeTime(now: number | null, before: number | null) {
  if (now === null) return 'Nothing decided this week'
  if (before === null) return 'Nothing decided last week'
  if (now === before) return 'As long as last week'
  const hours = Math.abs(now - before)
  return `${hours.toLocaleString('en-US')} ${hours === 1 ? 'hour' : 'hours'} ${now < before ? 'less' : 'more'} than last week`
}

/** The contributions of each of the last eight weeks. More of them is more to do. */
export function ContributionTrend({ weeks }: { weeks: Week[] }) {
  const [before, now] = [weeks.at(-2)!, weeks.at(-1)!]
  const difference = now.sent - before.sent
  return (
    <Trend
      title="Contributions"
      span="8 weeks"
      figure={now.sent.toLocaleString('en-US')}
      change={`${describeAmount(difference)}, ${now.decided.toLocaleString('en-US')} decided`}
      direction={directionOf(difference)}
      isWorse={difference > 0}
    >
      <Sparkline
        label={`Contributions in each of the last eight weeks: ${weeks.map(({ sent }) => sent).join(', ')}`}
        values={weeks.map(({ sent }) => sent)}
        xLabels={labelsOf(weeks)}
      />
    </Trend>
  )
}

function describeAmount(difference: number) {
  if (difference === 0) return 'As many as last week'
  return `${Math.abs(difference).toLocaleString('en-US')} ${difference > 0 ? 'more' : 'less'} than last week`
}

/** The first day of all and the first day of this week. */
function labelsOf(weeks: Week[]) {
  return [weeks[0]!, weeks.at(-1)!].map(({ from }) => `from ${formatDay(new Date(from))}`)
}
