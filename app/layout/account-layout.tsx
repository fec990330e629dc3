import type { ReactNode } from 'react'
import { AccountNav } from './account-nav'

type AccountPageProps = {
  title: string
  lead: string
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Unread notifications. */
  unread: number
  children: ReactNode
}

/** A page of one's own account, with the navigation of all of them. */
export function AccountLayout({ title, lead, actions, unread, children }: AccountPageProps) {
  return (
    <div className="wrap">
      <div className="page-head page-head--split">
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
      </div>
      <div className="account">
        <div className="account__side">
          <AccountNav unread={unread} />
        </div>
        <div className="account__main">{children}</div>
      </div>
    </div>
  )
}
