import type { ReactNode } from 'react'
import { classes } from './classes'

type PopProps = { className?: string; children: ReactNode }

/** A menu of <details>, with a <summary> and a panel. The script closes it on a press elsewhere. */
export function Pop({ className, children }: PopProps) {
  return (
    <details className={classes('relative flex-none', className)} data-pop="">
      {children}
    </details>
  )
}

const KINDS = { menu: 'min-w-52 p-1.5', form: 'w-[min(22rem,calc(100vw-2*var(--spacing-gutter)))] gap-3 p-4' }

export function popPanelClasses(kind: keyof typeof KINDS, className?: string) {
  return classes(
    'absolute end-0 top-[calc(100%+0.375rem)] z-20 grid rounded-md border border-border-strong bg-popover shadow-3',
    KINDS[kind],
    className,
  )
}
