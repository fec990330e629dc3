import type { ReactNode } from 'react'

const LOOKS = {
  plain: 'grid *:py-2.25',
  tight: 'grid *:py-1',
  /** Inside of a frame, which has a line above already. */
  framed: 'grid *:py-2.25 *:first:border-t-0',
}

/** Terms at the start of their lines, details at the end. */
export function Facts({ look = 'plain', children }: { look?: keyof typeof LOOKS; children: ReactNode }) {
  return <dl className={LOOKS[look]}>{children}</dl>
}

export function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-t border-border text-control">
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="text-end font-medium">{children}</dd>
    </div>
  )
}
