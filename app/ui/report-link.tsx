import { classes } from './classes'
import { Icon } from './icon'
import { QUIET_ACTION } from './quiet-action'

/** What anyone can report by the contact form. */
export type Reported = 'deal' | 'review' | 'comment' | 'profile'

export const noticePath = (kind: Reported, id: string) => `/contact?about=${kind}.${id}`

type ReportLinkProps = { kind: Reported; id: string; label?: string; className?: string }

/** Leads to the contact form with its subject. A document of its own, so that the form begins anew. */
export function ReportLink({ kind, id, label = 'Report this page', className }: ReportLinkProps) {
  return (
    <a className={classes(QUIET_ACTION, 'print:hidden', className)} href={noticePath(kind, id)} rel="nofollow">
      <Icon name="flag" className="size-4" />
      {label}
    </a>
  )
}
