import type { ClickDay, Week } from '~/features/staff/analytics/trends.server'
import { formatDay } from '~/ui/local-date'
import { Sparkline } from '~/ui/sparkline'
import { directionOf, Trend } from './trend'

/** How this week compares with those before. */
export function Trends({ clicks, weeks }: { clicks: ClickDay[]; weeks: Week[] }) {
  return (
    <div className="grid grid-cols-1 gap-4 md:grid-cols-3">
      <ClickTrend days={clicks} />
      <TimeTrend weeks={weeks} />
      <ContributionTrend weeks={weeks} />
    </div>
  )
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** The clicks of the last seven days beside those of the seven days before. */
function ClickTrend({ days }: { days: ClickDay[] }) {
  const [before, week] = [days.slice(0, 7), days.slice(7)]
  const dates = week.map(({ day }) => new Date(day))
  const sum = (list: ClickDay[]) => list.reduce((total, { clicks }) => total + clicks, 0)
  const [now, then] = [sum(week), sum(before)]
  return (
    <Trend
      title="Clicks this week"
      span={formatSpan(dates[0]!, dates.at(-1)!)}
      figure={now.toLocaleString('en-US')}
      change={describeChange(now, then)}
      direction={directionOf(now - then)}
      isWorse={now < then}
    >
      <Sparkline
        label={`Clicks each day this week: ${list(week)}. The dashed line is the week before: ${list(before)}.`}
        values={week.map(({ clicks }) => clicks)}
        before={before.map(({ clicks }) => clicks)}
        xLabels={dates.map((date) => WEEKDAY.format(date))}
      />
    </Trend>
  )
}

const list = (days: ClickDay[]) => days.map(({ clicks }) => clicks).join(', ')

/** "16 to 22 Nov", "28 Oct to 3 Nov" */
function formatSpan(from: Date, to: Date) {
  const isSameMonth = from.getUTCMonth() === to.getUTCMonth()
  return `${isSameMonth ? from.getUTCDate() : formatDay(from)} to ${formatDay(to)}`
}

function describeChange(now: number, then: number) {
  if (now === then) return 'Same as the week before'
  if (then === 0) return 'None the week before'
  const percent = Math.round((Math.abs(now - then) / then) * 100)
  return `${percent}% ${now > then ? 'more' : 'fewer'} than the week before`
}

/** The median time to a decision in each of the last eight weeks. */
function TimeTrend({ weeks }: { weeks: Week[] }) {
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
  if (now === before) return 'Same as last week'
  const hours = Math.abs(now - before)
  return `${hours.toLocaleString('en-US')} ${hours === 1 ? 'hour' : 'hours'} ${now < before ? 'less' : 'more'} than last week`
}

/** The contributions of each of the last eight weeks. More of them is more to do. */
function ContributionTrend({ weeks }: { weeks: Week[] }) {
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
  if (difference === 0) return 'Same as last week'
  return `${Math.abs(difference).toLocaleString('en-US')} ${difference > 0 ? 'more' : 'fewer'} than last week`
}

/** The first day of all and the first day of this week. */
function labelsOf(weeks: Week[]) {
  return [weeks[0]!, weeks.at(-1)!].map(({ from }) => `from ${formatDay(new Date(from))}`)
}
