import { type ReactNode, useId } from 'react'
import { Box } from '~/ui/box'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'

type TrendProps = {
  title: string
  /** What it covers, at the end of the heading. */
  span: string
  figure: ReactNode
  /** Of the figure, behind it. */
  unit?: string
  /** The difference in words. */
  change: string
  /** Its arrow; none when there is no difference. */
  direction?: 'up' | 'down'
  isWorse?: boolean
  children: ReactNode
}

/** A figure, how it has changed, and its sparkline. */
export function Trend({ title, span, figure, unit, change, direction, isWorse, children }: TrendProps) {
  const id = useId()
  return (
    <Box className="grid grid-rows-[auto_1fr_auto_auto] gap-3.5 px-5 pt-4.5 pb-5" aria-labelledby={id}>
      <h2
        id={id}
        className="flex items-baseline justify-between gap-3 font-bold font-sans text-base leading-snug tracking-[0]"
      >
        {title}
        <span className="font-book text-caption text-subtle-foreground">{span}</span>
      </h2>
      <div>
        <p className="font-[540] font-display text-figure-lg leading-[1.1] tracking-[-0.02em]">
          {figure}
          {unit ? (
            <>
              {' '}
              <small className="font-medium font-sans text-base text-muted-foreground leading-none tracking-[0]">
                {unit}
              </small>
            </>
          ) : null}
        </p>
        <p className="mt-1.5 flex items-center gap-1 text-muted-foreground text-small">
          {direction ? (
            <Icon
              name={`trending-${direction}`}
              className={classes('size-4', isWorse ? 'text-accent' : 'text-verified')}
            />
          ) : null}
          {change}
        </p>
      </div>
      {children}
    </Box>
  )
}

export function directionOf(difference: number) {
  if (difference === 0) return undefined
  return difference > 0 ? 'up' : 'down'
}
