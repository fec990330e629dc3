import { type ReactNode, useId } from 'react'

type Point = { label: string; value: number }

type ChartProps = {
  /** What the chart says, in one sentence. */
  label: string
  points: Point[]
  /** Values hold until the next point, as prices do. */
  step?: boolean
  format?: (value: number) => string
  /** When the last point is, to stand behind its value. */
  now?: string
  /** Column heads of the table that carries the same numbers. */
  columns: [string, string]
  /** A table of more than these numbers, shown beneath instead. */
  children?: ReactNode
}

const WIDTH = 1000
const HEIGHT = 300

/** A line over time with a table behind it. The svg stretches; dot and words sit on percentages so they do not. */
export function Chart({ label, points, step, format = String, now, columns, children }: ChartProps) {
  const id = useId()
  const top = niceTop(Math.max(...points.map(({ value }) => value), 0))
  const last = points.at(-1)
  if (!last) return null
  const lastY = `${Math.round((1 - last.value / top) * 1000) / 10}%`
  const line = linePath(points, top, step)
  return (
    <>
      <figure className="chart" aria-labelledby={id}>
        <figcaption className="sr-only" id={id}>
          {label}
        </figcaption>
        <div className="chart__y" aria-hidden="true">
          {[4, 3, 2, 1, 0].map((quarter) => (
            <span key={quarter}>{format((top * quarter) / 4)}</span>
          ))}
        </div>
        <div className="chart__plot" aria-hidden="true">
          <svg aria-hidden="true">
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
              {[0, 1, 2, 3, 4].map((quarter) => (
                <line key={quarter} className="chart__grid" x2={WIDTH} y1={quarter * 75} y2={quarter * 75} />
              ))}
              <path className="chart__area" d={`${line}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
              <path className="chart__line" d={line} />
            </svg>
            <circle className="chart__dot" cx="100%" cy={lastY} r="4" />
            <text className="chart__tip" x="100%" y={lastY} dx="-12" dy="-8">
              {now ? `${format(last.value)} ${now}` : format(last.value)}
            </text>
          </svg>
        </div>
        <div className="chart__x" aria-hidden="true">
          {spread(points).map(({ label }) => (
            <span key={label}>{label}</span>
          ))}
        </div>
      </figure>
      {children ?? <HiddenTable label={label} points={points} columns={columns} format={format} />}
    </>
  )
}

function HiddenTable({ label, points, columns, format = String }: ChartProps) {
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{columns[0]}</th>
            <th scope="col">{columns[1]}</th>
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, value }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function linePath(points: Point[], top: number, step?: boolean) {
  const gap = points.length > 1 ? WIDTH / (points.length - 1) : 0
  const y = (value: number) => Math.round((1 - value / top) * HEIGHT * 10) / 10
  const path = points.map(({ value }, place) => {
    const x = Math.round(gap * place * 10) / 10
    if (place === 0) return `M0 ${y(value)}`
    return step ? `H${x}V${y(value)}` : `L${x} ${y(value)}`
  })
  return points.length > 1 ? path.join('') : `${path[0]}H${WIDTH}`
}

/** The next number that quarters well: 1, 2, 4 or 8 times a power of ten, or 6. */
export function niceTop(highest: number) {
  if (highest <= 0) return 4
  const power = 10 ** Math.floor(Math.log10(highest))
  const head = [1, 2, 4, 6, 8, 10].find((nice) => nice * power >= highest) ?? 10
  return Math.max(head * power, 4)
}

/** At most five points for the words under the axis, first and last included. */
function spread(points: Point[]) {
  const count = Math.min(5, points.length)
  return Array.from(
    { length: count },
    (_, place) => points[Math.round((place * (points.length - 1)) / Math.max(count - 1, 1))]!,
  )
}
