import { Link } from '@remix-run/react'
import { CHART_LINE, ChartFrame, ChartGrid } from '~/ui/chart'
import { formatDate } from '~/ui/local-date'
import { formatMoney, fromParts } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { LINE_LIMIT, type OfferLine, type OfferPriceRecord } from './offer-prices'

/** The dashes of lines, so that they differ without color; the line of this offer is solid. */
const DASHES = [undefined, '8 4', '2 3', '12 3 2 3', '5 2', '14 5', '2 6', '9 3 2 3 2 3']

/** What the chart leaves out and what it infers, in sentences. */
export function chartNotes({ currency, beyondLimit, notDrawable, hasLateRounds }: OfferPriceRecord) {
  return [
    beyondLimit > 0 && `The chart has this offer and the latest ${LINE_LIMIT - 1} others.`,
    notDrawable > 0 &&
      `${pluralize(notDrawable, 'offer')} without a past price in ${currency} ${notDrawable === 1 ? 'has' : 'have'} no line.`,
    hasLateRounds && 'Past offers are shown at their last known price.',
  ].filter((note) => note !== false)
}

/** The prices of the latest offers of a product as lines over time; that of this one is solid. */
export function OfferChart({ record, now }: { record: OfferPriceRecord; now: Date }) {
  const { lines, highest, since, currency } = record
  const [from, to] = [formatDate(since), formatDate(now)]
  return (
    <>
      <ChartFrame
        label={`Prices of ${pluralize(lines.length, 'offer')} from ${from} to ${to}. The tables below list recorded prices.`}
        yLabels={[highest, highest / 2, 0].map((parts) => formatMoney(fromParts(parts, currency), currency))}
        xLabels={[from, to]}
        height="part"
      >
        <svg
          className="absolute inset-0 size-full overflow-visible"
          viewBox="0 0 1000 300"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <ChartGrid lines={[0, 150, 300]} />
          {/* This offer is drawn last, above the others. */}
          {lines.map((line, index) => <Line key={line.slug} line={line} index={index} d={line.path} />).reverse()}
        </svg>
      </ChartFrame>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-small">
        {lines.map((line, index) => (
          <li key={line.slug} className="flex min-h-7 items-center gap-2">
            <svg viewBox="0 0 40 8" width="40" height="8" aria-hidden="true">
              <Line line={line} index={index} d="M0,4H40" />
            </svg>
            <Link className="link" to={`/deals/${line.slug}`}>{`${line.platform}, ${line.year}`}</Link>
            {line.isThis ? ' (this offer)' : null}
          </li>
        ))}
      </ul>
    </>
  )
}

function Line({ line, index, d }: { line: OfferLine; index: number; d: string }) {
  return (
    <path
      {...CHART_LINE}
      className={line.isThis ? 'stroke-3 stroke-chart-1' : 'stroke-2 stroke-muted-foreground'}
      d={d}
      strokeDasharray={line.isThis ? undefined : (DASHES[index] ?? '3 3')}
    />
  )
}
