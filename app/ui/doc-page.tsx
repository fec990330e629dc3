import type { ReactNode } from 'react'

type DocPageProps = { title: string; lead: ReactNode; children: ReactNode }

/** A page to be read from top to bottom, in one narrow column. */
export function DocPage({ title, lead, children }: DocPageProps) {
  return (
    <div className="wrap wrap--narrow spaced">
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
      </div>
      {children}
    </div>
  )
}
