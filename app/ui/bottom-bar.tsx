import type { ReactNode } from 'react'
import { classes } from './classes'

const UNTIL = { lg: 'lg:hidden', xl: 'xl:hidden' }

type BottomBarProps = {
  /** The width from which the page has room for its buttons elsewhere. */
  until: keyof typeof UNTIL
  className?: string
  children: ReactNode
}

/** Stays in sight at the bottom of small windows, above the tray of deals to compare. */
export function BottomBar({ until, className, children }: BottomBarProps) {
  return (
    <div
      className={classes(
        'sticky bottom-[var(--toast-height,0px)] z-30 -mx-gutter flex items-center justify-between gap-3 border-t border-border-strong bg-popover px-gutter pt-2 pb-[calc(0.5rem+env(safe-area-inset-bottom))] shadow-[0_-8px_24px_-12px_rgb(16_35_27/0.25)] in-[main:has(+[data-tray]:not([hidden]))]:bottom-[calc(var(--tray-height)+var(--toast-height,0px))] in-[main:has(+[data-tray]:not([hidden]))]:pb-2 print:hidden',
        UNTIL[until],
        className,
      )}
      data-bottom-bar=""
    >
      {children}
    </div>
  )
}
