import type { ReactNode } from 'react'
import { classes } from './classes'

const SHAPES = { photo: 'aspect-4/3', wide: 'aspect-video max-w-56' }
const SIZES = { fill: '', sm: 'w-16 shrink-0' }

type ThumbProps = {
  shape?: keyof typeof SHAPES
  size?: keyof typeof SIZES
  /** Where it stands in the layout around it. */
  className?: string
  children: ReactNode
}

/** A small picture of a deal; the name is always beside it. */
export function Thumb({ shape = 'photo', size = 'fill', className, children }: ThumbProps) {
  return (
    <span
      className={classes(
        'block overflow-hidden rounded-sm border border-border bg-muted *:size-full *:object-cover',
        SHAPES[shape],
        SIZES[size],
        className,
      )}
      aria-hidden="true"
    >
      {children}
    </span>
  )
}
