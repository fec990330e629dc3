import type { ReactNode } from 'react'

/** Short facts in lines: in each `<div>` a term at the start and its value at the end. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="grid gap-1.5 text-small *:flex *:justify-between *:gap-4 [&_dd]:font-semibold [&_dt]:text-muted-foreground">
      {children}
    </dl>
  )
}
