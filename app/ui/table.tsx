import type { ReactNode } from 'react'
import { Box } from './box'
import { classes } from './classes'

// How a table fits into a narrow page: its rows become cards and, where it folds, rows of two lines before that. Its
// cells say where they stand in these, with `cards:` and `folded:`.
const STACKS = {
  stacked: 'table--stack',
  folded: 'table--stack table--folds',
}

type TableProps = {
  label: string
  stack?: keyof typeof STACKS
  className?: string
  children: ReactNode
}

/** A ruled table in its box. */
export function Table({ label, stack, className, children }: TableProps) {
  return (
    <Box as="div" className={stack && '@container'}>
      <table className={classes('table', stack && STACKS[stack], className)}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </Box>
  )
}
