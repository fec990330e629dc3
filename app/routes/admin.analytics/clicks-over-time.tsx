import { type ChartPeriod, periodLabel } from '~/features/staff/analytics/periods-of-days'
import { type DayRange, RANGES } from '~/features/staff/analytics/range'
import { Chart, quarterTicks } from '~/ui/chart'
import { formatCount, pluralize } from '~/ui/pluralize'
import { DownloadTable } from './download-table'

export function ClicksOverTime({ periods, range }: { periods: ChartPeriod[]; range: DayRange }) {
  const clicks = periods.reduce((sum, period) => sum + period.clicks, 0)
  const visitors = periods.reduce((sum, period) => sum + period.visitors, 0)
  const unit = periods[0]?.key.length === 7 ? 'Month' : 'Day'
  const title = RANGES[range].title
  return (
    <section className="box col" aria-labelledby="clicks-over-time">
      <div className="box__head">
        <h2 id="clicks-over-time">Clicks over time</h2>
        <span className="small muted">{title}</span>
      </div>
      <div className="box__body col gap-4">
        <p className="small muted">{`${pluralize(clicks, 'click')}, ${pluralize(visitors, 'daily visitor')}. Days are in UTC.`}</p>
        <Chart
          label={`${title}: ${pluralize(clicks, 'click')} by ${unit.toLowerCase()}`}
          points={periods.map(({ clicks }, index) => ({ x: index, value: clicks }))}
          ticks={quarterTicks(Math.max(...periods.map(({ clicks }) => clicks)))}
          xLabels={periods.map(({ key }) => periodLabel(key))}
          format={formatCount}
          tip={`${formatCount(periods.at(-1)!.clicks)} ${unit === 'Day' ? 'today' : 'this month'}`}
        />
        <details>
          <summary className="link">{`Clicks by ${unit.toLowerCase()} as a table`}</summary>
          <table className="table">
            <caption className="sr-only">Clicks over time</caption>
            <thead>
              <tr>
                <th scope="col">{unit}</th>
                <th scope="col" className="r">
                  Clicks
                </th>
                <th scope="col" className="r">
                  Daily visitors
                </th>
              </tr>
            </thead>
            <tbody>
              {periods.toReversed().map(({ key, clicks, visitors }) => (
                <tr key={key}>
                  <th scope="row">{periodLabel(key)}</th>
                  <td className="r num">{formatCount(clicks)}</td>
                  <td className="r num">{formatCount(visitors)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
        <DownloadTable table="days" range={range} what="clicks by day" />
      </div>
    </section>
  )
}
