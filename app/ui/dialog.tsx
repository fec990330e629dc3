import type { ReactNode } from 'react'
import { classes } from './classes'

const WIDTHS = {
  sm: 'w-[min(25rem,calc(100vw-2rem))]',
  md: 'w-[min(27rem,calc(100vw-2rem))]',
  lg: 'w-[min(34rem,calc(100vw-2rem))]',
}

type DialogLook = {
  width?: keyof typeof WIDTHS
  /** The same box as a part of a page. */
  isInline?: boolean
}

/**
 * The look of a <dialog> or popover. It resets the text, since a dialog in a cell of a table would inherit that of the
 * cell.
 */
export function dialogClasses({ width = 'md', isInline }: DialogLook = {}) {
  return classes(
    'gap-3 rounded-lg border border-border-strong bg-popover p-6 text-start text-base leading-body font-normal whitespace-normal text-foreground shadow-3 backdrop:bg-overlay',
    WIDTHS[width],
    isInline ? 'grid' : 'm-auto open:grid',
  )
}

export function DialogTitle({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 className="text-title" id={id}>
      {children}
    </h2>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-3 flex flex-wrap justify-end gap-2.5">{children}</div>
}
