import type { ReactNode } from 'react'
import { Icon } from './icon'

type FoldedBoxProps = { title: string; id?: string; isOpen: boolean; className?: string; children: ReactNode }

/** A box that its head opens and closes. `isOpen`: as the page begins. */
export function FoldedBox({ title, id, isOpen, className = '', children }: FoldedBoxProps) {
  return (
    <details className="box folded-box" id={id} open={isOpen}>
      <summary className="box__head">
        <h2>{title}</h2>
        <Icon name="chevron-down" />
      </summary>
      <div className={`box__body ${className}`}>{children}</div>
    </details>
  )
}
