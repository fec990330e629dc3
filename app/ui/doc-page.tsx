import type { ReactNode } from 'react'
import { PageHeading } from './page-heading'

type DocPageProps = { title: string; lead: ReactNode; children: ReactNode }

/** A page to be read from top to bottom, in one narrow column. */
export function DocPage({ title, lead, children }: DocPageProps) {
  return (
    <div className="wrap wrap--narrow mb-section">
      <PageHeading title={title} lead={lead} />
      {children}
    </div>
  )
}
