import type { ReactNode } from 'react'

type ScreenHeadProps = { title: string; lead?: ReactNode; children?: ReactNode }

/** The head of a staff screen, with its actions (`children`) on the right. */
export function ScreenHead({ title, lead, children }: ScreenHeadProps) {
  return (
    <div className="admin__head">
      <div>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {lead ? <p>{lead}</p> : null}
      </div>
      {children}
    </div>
  )
}
