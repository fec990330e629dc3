import type { ReactNode } from 'react'
import { classes } from './classes'

type TableProps = {
  label: string
  stack?: 'deals' | 'users' | 'records' | 'products'
  className?: string
  children: ReactNode
}

/** A ruled table in its box. With `stack`, narrow panels turn each row into a small card. */
export function Table({ label, stack, className, children }: TableProps) {
  return (
    <div className="box">
      <table className={classes('table', stack && `table--stack table--${stack}`, className)}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </div>
  )
}
