import type { ReactNode } from 'react'
import { Icon } from './icon'

type FoldedBoxProps = { title: string; id?: string; isOpen: boolean; className?: string; children: ReactNode }

/** A box that its head opens and closes. `isOpen`: as the page begins. */
export function FoldedBox({ title, id, isOpen, className = '', children }: FoldedBoxProps) {
  return (
    <details className="group box" id={id} open={isOpen}>
      <summary className="box__head cursor-pointer list-none group-not-open:border-b-0 marker:hidden">
        <h2>{title}</h2>
        <Icon name="chevron-down" className="size-4.5 text-muted-foreground in-[[open]>summary]:rotate-180" />
      </summary>
      <div className={`box__body ${className}`}>{children}</div>
    </details>
  )
}
