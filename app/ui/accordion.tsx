import type { ReactNode } from 'react'
import { Icon } from './icon'

type AccordionProps = { name: string; items: { summary: string; body: ReactNode }[]; openFirst?: boolean }

/**
 * One open at a time: the browser closes the others of the same `name`. Browsers that can animate how it opens do so.
 */
export function Accordion({ name, items, openFirst }: AccordionProps) {
  return (
    <div className="border-t border-border-strong">
      {items.map(({ summary, body }, index) => (
        <details
          key={summary}
          name={name}
          open={(openFirst && index === 0) || undefined}
          className="border-b border-border [interpolate-size:allow-keywords] last:border-border-strong details-content:h-0 details-content:overflow-clip details-content:transition-[height,content-visibility] details-content:transition-discrete details-content:duration-280 open:details-content:h-auto"
        >
          <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-5 rounded-xs py-3 leading-[1.4] font-semibold hover:text-primary marker:hidden">
            {summary}
            <Icon name="plus" className="text-muted-foreground transition duration-180 in-[[open]>summary]:rotate-45" />
          </summary>
          <div className="max-w-measure pe-10 pb-5 text-muted-foreground">{body}</div>
        </details>
      ))}
    </div>
  )
}
