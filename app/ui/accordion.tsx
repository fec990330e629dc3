import type { ReactNode } from 'react'
import { Icon } from './icon'

type AccordionProps = { name: string; items: { summary: string; body: ReactNode }[]; openFirst?: boolean }

/** One open at a time: the browser closes the others of the same `name`. */
export function Accordion({ name, items, openFirst }: AccordionProps) {
  return (
    <div className="accordion">
      {items.map(({ summary, body }, index) => (
        <details key={summary} name={name} open={(openFirst && index === 0) || undefined}>
          <summary>
            {summary}
            <Icon name="plus" />
          </summary>
          <div className="accordion__answer">{body}</div>
        </details>
      ))}
    </div>
  )
}
