import type { ReactNode } from 'react'
import { BOX_LOOK, BoxBody, BoxTitle } from './box'
import { classes } from './classes'
import { Icon } from './icon'

type FoldedBoxProps = { title: string; id?: string; isOpen: boolean; className?: string; children: ReactNode }

/** A box that its head opens and closes. `isOpen`: as the page begins. */
export function FoldedBox({ title, id, isOpen, className, children }: FoldedBoxProps) {
  return (
    <details className={classes('group', BOX_LOOK.box)} id={id} open={isOpen}>
      <summary className={classes(BOX_LOOK.head, 'cursor-pointer list-none group-not-open:border-b-0 marker:hidden')}>
        <BoxTitle>{title}</BoxTitle>
        <Icon name="chevron-down" className="size-4.5 text-muted-foreground in-[[open]>summary]:rotate-180" />
      </summary>
      <BoxBody className={className}>{children}</BoxBody>
    </details>
  )
}
