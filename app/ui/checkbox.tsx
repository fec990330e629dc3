import type { ComponentProps } from 'react'
import { classes } from './classes'

type CheckboxProps = ComponentProps<'input'> & {
  /** Without its words, which only screen readers get: the row says what it is for. */
  isAlone?: boolean
}

/** A checkbox in its label. The box is small, what can be hit is not. */
export function Checkbox({ isAlone, className, children, ...box }: CheckboxProps) {
  return (
    <label
      className={classes(
        'inline-flex min-h-control cursor-pointer items-center gap-2 text-small',
        !isAlone && 'min-w-control',
        className,
      )}
    >
      <input type="checkbox" {...box} />
      <span className={isAlone ? 'sr-only' : undefined}>{children}</span>
    </label>
  )
}
