import { type ReactNode, useId } from 'react'
import { Icon } from '~/ui/icon'

type TrendProps = {
  title: string
  /** What it covers, at the end of the heading. */
  span: string
  figure: ReactNode
  /** The difference in words. */
  change: string
  /** Its arrow; none when there is no difference. */
  direction?: 'up' | 'down'
  isWorse?: boolean
  children: ReactNode
}

/** A figure, how it has changed, and its sparkline. */
export function Trend({ title, span, figure, change, direction, isWorse, children }: TrendProps) {
  const id = useId()
  return (
    <section className="box trend" aria-labelledby={id}>
      <h2 id={id}>
        {title}
        <span>{span}</span>
      </h2>
      <div>
        <p className="figure">{figure}</p>
        <p className={isWorse ? 'trend__change trend__change--worse' : 'trend__change'}>
          {direction ? <Icon name={`trending-${direction}`} /> : null}
          {change}
        </p>
      </div>
      {children}
    </section>
  )
}

export function directionOf(difference: number) {
  if (difference === 0) return undefined
  return difference > 0 ? 'up' : 'down'
}
