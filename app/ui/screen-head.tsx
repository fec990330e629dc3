import type { ReactNode } from 'react'

type ScreenHeadProps = {
  title: string
  /** Of the heading. */
  id?: string
  lead?: ReactNode
  children?: ReactNode
}

/** The head of a staff screen, with its actions (`children`) on the right. */
export function ScreenHead({ title, id, lead, children }: ScreenHeadProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-h2" id={id}>
          <bdi>{title}</bdi>
        </h1>
        {lead ? <p className="mt-1.5 leading-[1.45] text-muted-foreground">{lead}</p> : null}
      </div>
      {children}
    </div>
  )
}
