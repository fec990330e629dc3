import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon'

type FoldProps = { summary: ReactNode } & ComponentProps<'details'>

/** What unfolds in place: a plus that turns into a cross. */
export function Fold({ summary, children, ...details }: FoldProps) {
  return (
    <details {...details}>
      <summary className="inline-flex min-h-control cursor-pointer list-none items-center gap-2 pe-2 text-small font-semibold hover:text-primary marker:hidden">
        <Icon
          name="plus"
          className="size-4 text-muted-foreground transition duration-180 in-[[open]>summary]:rotate-45"
        />
        {summary}
      </summary>
      {children}
    </details>
  )
}
