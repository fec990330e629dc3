import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'

const LOOKS = {
  plain: 'border-border-strong bg-card text-foreground',
  onButton: 'border-current',
}

type Look = keyof typeof LOOKS

/** A key of the keyboard. */
export function Kbd({ look = 'plain', children }: { look?: Look; children: ReactNode }) {
  return (
    <kbd
      className={classes(
        'inline-grid min-w-5.5 place-items-center rounded-xs border border-b-2 px-1 font-sans text-caption leading-snug font-semibold',
        LOOKS[look],
      )}
    >
      {children}
    </kbd>
  )
}

type KeyHintProps = { name: string | number; look?: Look; className?: string }

/**
 * The key of a control, for those who see it: it is no part of the control's name. Hidden where there is no keyboard, and
 * while the keys are turned off.
 */
export function KeyHint({ name, look, className }: KeyHintProps) {
  return (
    <span
      className={classes(
        'ms-auto max-md:hidden noscript:hidden pointer-coarse:hidden in-data-shortcuts-off:hidden',
        className,
      )}
      aria-hidden="true"
    >
      <Kbd look={look}>{name}</Kbd>
    </span>
  )
}
