import type { ClickDay } from '~/features/staff/dashboard/trends.server'
import { formatDay } from '~/ui/local-date'
import { Sparkline } from '~/ui/sparkline'
import { directionOf, Trend } from './trend'

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', timeZone: 'UTC' })

/** The clicks of the last seven days beside those of the seven days before. */
export function ClickTrend({ days }: { days: ClickDay[] }) {
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
  if (now === then) return 'As many as the week before'
  if (then === 0) return 'None the week before'
  const percent = Math.round((Math.abs(now - then) / then) * 100)
  return `${percent}% ${now > then ? 'more' : 'less'} than the week before`
}
