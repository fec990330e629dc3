import { type ReactNode, useId } from 'react'
import { classes } from './classes'

type ChartPoint = { x: number; value: number }

type ChartProps = {
  /** The text alternative, one sentence. */
  label: string
  /** At least one, sorted by `x`. */
  points: ChartPoint[]
  /** The `x` of the right edge, where that is not the last point. */
  end?: number
  /** Whether a value holds until the next point, as prices do, instead of changing evenly. */
  isStep?: boolean
  /** The values at the grid lines, evenly spaced from the top of the axis down to 0. */
  ticks: number[]
  /** The labels of the horizontal axis, evenly spread. At most five of them are shown. */
  xLabels: string[]
  format: (value: number) => string
  /** Text next to the last point. */
  tip?: string
  height?: keyof typeof HEIGHTS
}

const WIDTH = 1000
const HEIGHT = 300

const HEIGHTS = { fill: 'h-full', part: 'h-60' }

/** What a line is drawn with: as wide as it says although the picture is stretched. */
export const CHART_LINE = { fill: 'none', strokeLinejoin: 'round', vectorEffect: 'non-scaling-stroke' } as const

type ChartFrameProps = {
  label: string
  /** At the grid lines, from the top down. */
  yLabels: string[]
  xLabels: string[]
  height?: keyof typeof HEIGHTS
  /** The picture. */
  children: ReactNode
}

/** The axes of a chart around its picture, which has the text alternative. */
export function ChartFrame({ label, yLabels, xLabels, height = 'fill', children }: ChartFrameProps) {
  const id = useId()
  return (
    <figure
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[minmax(13rem,1fr)_auto] gap-x-3 gap-y-2 text-caption text-subtle-foreground',
        HEIGHTS[height],
      )}
      aria-labelledby={id}
    >
      <figcaption className="sr-only" id={id}>
        {label}
      </figcaption>
      <div className="-my-[0.5em] flex flex-col justify-between text-end leading-none" aria-hidden="true">
        {yLabels.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are 0 where everything is free
          <span key={index}>{text}</span>
        ))}
      </div>
      <div className="relative min-h-0" aria-hidden="true">
        {children}
      </div>
      <div className="col-start-2 flex justify-between" aria-hidden="true">
        {xLabels.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the first and the last label may be the same day
          <span key={index}>{text}</span>
        ))}
      </div>
    </figure>
  )
}

export function ChartGrid({ lines }: { lines: number[] }) {
  return lines.map((y) => <line key={y} {...CHART_LINE} className="stroke-chart-grid" x2={WIDTH} y1={y} y2={y} />)
}

/**
 * A line over time. The plot stretches with the page; the dot and texts keep their shape, positioned by percentages.
 */
export function Chart({ label, points, end, isStep, ticks, xLabels, format, tip, height }: ChartProps) {
  const plot = plotPoints(points, { end, top: ticks[0]!, isStep })
  const gridLines = ticks.map((_, index) => (index * HEIGHT) / (ticks.length - 1))
  return (
    <ChartFrame label={label} yLabels={ticks.map(format)} xLabels={spread(xLabels)} height={height}>
      <svg className="absolute inset-0 size-full overflow-visible" aria-hidden="true">
        <svg
          className="size-full overflow-visible"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <ChartGrid lines={gridLines} />
          <path className="fill-chart-1-fill opacity-75" d={plot.area} />
          <path {...CHART_LINE} className="stroke-2 stroke-chart-1" d={plot.line} />
        </svg>
        <circle className="fill-card stroke-2 stroke-chart-1" cx={plot.dot.x} cy={plot.dot.y} r="4" />
        {tip ? (
          <text className="fill-foreground font-bold" textAnchor="end" x={plot.dot.x} y={plot.dot.y} dx="-12" dy="-8">
            {tip}
          </text>
        ) : null}
      </svg>
    </ChartFrame>
  )
}

/**
 * Draws points as SVG paths in a plot of 1000 by 300, from 0 at the bottom to `top`. The axis begins at the first point
 * and finishes at `end`, or else at the last point. A single point becomes a flat line.
 */
export function plotPoints(
  points: ChartPoint[],
  { end, top, isStep }: { end?: number; top: number; isStep?: boolean },
) {
  const first = points[0]!
  const drawn = points.length > 1 ? points : [first, { ...first, x: first.x + 1 }]
  const last = drawn.at(-1)!
  const span = Math.max((end ?? last.x) - first.x, 1)
  const x = (point: ChartPoint) => Math.min((point.x - first.x) / span, 1) * WIDTH
  const y = ({ value }: { value: number }) => (1 - value / (top || 1)) * HEIGHT
  const corners = drawn.map((point) => ({ x: tenths(x(point)), y: tenths(y(point)) }))
  const steps = corners.flatMap((corner, index) =>
    isStep && index > 0 ? [{ ...corner, y: corners[index - 1]!.y }, corner] : [corner],
  )
  const line = `M${steps.map((corner) => `${corner.x},${corner.y}`).join('L')}`
  return {
    line,
    area: `${line}L${corners.at(-1)!.x},${HEIGHT}L0,${HEIGHT}Z`,
    dot: { x: percent(x(last) / WIDTH), y: percent(y(last) / HEIGHT) },
  }
}

const tenths = (length: number) => Math.round(length * 10) / 10
const percent = (share: number) => `${Math.round(share * 1000) / 10}%`

/** Five values from a round number at or above `highest` down to 0, for `ticks`. */
export function quarterTicks(highest: number) {
  const top = niceTop(highest)
  return [top, (top * 3) / 4, top / 2, top / 4, 0]
}

/** The next number with round quarters: 1, 2, 4, 6 or 8 times a power of ten, and 4 at least. */
export function niceTop(highest: number) {
  if (highest <= 0) return 4
  const power = 10 ** Math.floor(Math.log10(highest))
  const factor = [1, 2, 4, 6, 8, 10].find((nice) => nice * power >= highest) ?? 10
  return Math.max(factor * power, 4)
}

/** At most five of the labels at even distances, always with the first and the last. */
function spread(labels: string[]) {
  const count = Math.min(5, labels.length)
  return Array.from(
    { length: count },
    (_, index) => labels[Math.round((index * (labels.length - 1)) / Math.max(count - 1, 1))]!,
  )
}
