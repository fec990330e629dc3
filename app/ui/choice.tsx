import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'

type ChoiceProps = {
  type: 'checkbox' | 'radio'
  label: ReactNode
  hint?: ReactNode
  /** In a box of its own, beside others. */
  isBoxed?: boolean
} & Omit<ComponentProps<'input'>, 'type'>

/** A checkbox or a radio button with its label, and a line below it. Its drawing is in styles/checks.css. */
export function Choice({ label, hint, isBoxed, className, ...input }: ChoiceProps) {
  return (
    <label
      className={classes(
        'flex cursor-pointer leading-[1.4] font-semibold',
        isBoxed
          ? 'min-h-12 items-center gap-3 rounded-sm border border-border-strong px-3.5 py-2 has-checked:border-primary has-checked:inset-ring has-checked:inset-ring-primary'
          : 'min-h-control items-start gap-2.5 py-1.5 text-small',
        className,
      )}
    >
      <input {...input} />
      <span>
        {label}
        {hint ? <small className="block text-caption font-normal text-muted-foreground">{hint}</small> : null}
      </span>
    </label>
  )
}
