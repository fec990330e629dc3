import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './icon'

// `target:` the label above is seen too when the page comes back scrolled to a field.
const BASE =
  'w-full rounded-sm border border-input bg-card transition-colors placeholder:text-subtle-foreground placeholder:opacity-100 hover:border-foreground focus-visible:border-ring focus-visible:outline-offset-0 target:scroll-mt-10 disabled:cursor-not-allowed disabled:border-border-strong disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-destructive-ink aria-invalid:inset-ring aria-invalid:inset-ring-destructive-ink'

const SIZES = {
  md: 'min-h-control leading-6',
  sm: 'min-h-control-sm text-small leading-5 max-md:min-h-control pointer-coarse:min-h-control',
}

const PADDING = {
  plain: 'px-3 py-2',
  /** A select, whose arrow is at its end. */
  select: 'cursor-pointer appearance-none py-2 ps-3 pe-8 text-ellipsis',
  /** With an icon at its start. */
  icon: 'py-2 ps-10.5 pe-3',
  /** Joined to what is before it. */
  joined: 'rounded-s-none px-3 py-2',
}

type InputLook = { size?: keyof typeof SIZES; kind?: keyof typeof PADDING; className?: string }

export function inputClasses({ size = 'md', kind = 'plain', className }: InputLook) {
  return classes(BASE, SIZES[size], PADDING[kind], className)
}

export function Input({ className, ...input }: ComponentProps<'input'>) {
  return <input {...input} className={inputClasses({ className })} />
}

const HEIGHTS = { sm: 'min-h-19', md: 'min-h-30', lg: 'min-h-44' }

export type TextBoxProps = { height?: keyof typeof HEIGHTS } & ComponentProps<'textarea'>

/** A bare textarea; `TextArea` of ui/field has a label. */
export function TextBox({ height = 'md', className, ...input }: TextBoxProps) {
  return (
    <textarea {...input} className={classes('block resize-y px-3 py-2 leading-6', BASE, HEIGHTS[height], className)} />
  )
}

/** A search box with its icon. */
export function SearchInput({ className, ...input }: ComponentProps<'input'>) {
  return (
    <div className={classes('relative', className)}>
      <Icon name="search" className="pointer-events-none absolute inset-y-0 start-3 my-auto text-subtle-foreground" />
      <input {...input} type="search" className={inputClasses({ kind: 'icon' })} />
    </div>
  )
}

type PrefixedInputProps = { prefix: ReactNode } & Omit<ComponentProps<'input'>, 'prefix'>

/** An input with what is always before its value, such as "$". */
export function PrefixedInput({ prefix, className, ...input }: PrefixedInputProps) {
  return (
    <span className="flex">
      <span
        className="grid place-items-center rounded-s-sm border border-e-0 border-input bg-muted px-3 text-small whitespace-nowrap text-muted-foreground"
        aria-hidden="true"
      >
        {prefix}
      </span>
      <input {...input} className={inputClasses({ kind: 'joined', className })} />
    </span>
  )
}
