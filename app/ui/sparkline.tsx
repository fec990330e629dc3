import { area, line } from 'd3-shape'
import { CHART_LINE } from './chart'

type SparklineProps = {
  /** The text alternative, with the values. */
  label: string
  /** Evenly spaced; null leaves a gap. */
  values: (number | null)[]
  /** Drawn dashed behind them, on the same scale. */
  before?: number[]
  xLabels: string[]
}

const WIDTH = 100
const HEIGHT = 40
/** Keeps the line inside at its highest point. */
const MARGIN = 3

const LINE = { ...CHART_LINE, strokeLinecap: 'round' } as const

/** A small line over time that starts at zero. */
export function Sparkline({ label, values, before = [], xLabels }: SparklineProps) {
  const top = Math.max(1, ...before, ...values.map((value) => value ?? 0))
  const x = (_: unknown, index: number) => (index / Math.max(values.length - 1, 1)) * WIDTH
  const y = (value: number | null) => HEIGHT - ((value ?? 0) / top) * (HEIGHT - MARGIN)
  const isKnown = (value: number | null) => value !== null
  const stroke = line<number | null>(x, y).defined(isKnown).digits(1)
  return (
    <>
      <svg
        className="block h-18 w-full overflow-visible"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        <path
          className="fill-chart-1-fill opacity-75"
          d={area<number | null>(x, HEIGHT, y).defined(isKnown).digits(1)(values) ?? undefined}
        />
        {before.length > 0 ? (
          <path
            {...LINE}
            className="stroke-border-strong stroke-[1.5]"
            strokeDasharray="3 4"
            d={stroke(before) ?? undefined}
          />
        ) : null}
        <path {...LINE} className="stroke-2 stroke-chart-1" d={stroke(values) ?? undefined} />
      </svg>
      <p className="-mt-2 flex justify-between text-caption text-subtle-foreground" aria-hidden="true">
        {xLabels.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </p>
    </>
  )
}
