import type { ReactNode } from 'react'
import { classes } from '~/ui/classes'
import { PageHeading } from '~/ui/page-heading'
import { AccountNav } from './account-nav'

type AccountPageProps = {
  title: string
  lead?: string
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A page of one's own account, with the navigation of all of them. */
export function AccountLayout({ title, lead, actions, children }: AccountPageProps) {
  return (
    <div className="wrap">
      <PageHeading
        title={title}
        lead={lead}
        leadTone="quiet"
        actions={actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
      />
      <AccountColumns gap="nav" side={<AccountNav />}>
        {children}
      </AccountColumns>
    </div>
  )
}

/** Between the side and the content where one is below the other: the navigation alone needs less. */
const GAPS = { nav: 'gap-7 lg:gap-15', card: 'gap-10 sm:gap-12 lg:gap-15' }

type AccountColumnsProps = { gap: keyof typeof GAPS; side: ReactNode; children: ReactNode }

export function AccountColumns({ gap, side, children }: AccountColumnsProps) {
  return (
    <div
      className={classes('grid grid-cols-1 pb-section lg:grid-cols-[17.5rem_minmax(0,1fr)] lg:items-start', GAPS[gap])}
    >
      <div className="grid min-w-0 grid-cols-1 gap-7 lg:sticky lg:top-24">{side}</div>
      <div className="grid min-w-0 gap-10 sm:gap-12 lg:gap-14">{children}</div>
    </div>
  )
}
