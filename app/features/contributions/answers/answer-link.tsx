import { Link } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isStaff } from '~/features/people/accounts/profile'
import { Icon } from '~/ui/icon'
import { QUIET_ACTION } from '~/ui/quiet-action'
import { type AnsweredKind, answerPath } from './vendor-answer'

type AnswerLinkProps = { kind: AnsweredKind; of: { id: string; title: string; answer?: unknown } }

/** The way of staff to the form of the vendor's answer, at the review or change itself. */
export function AnswerLink({ kind, of: { id, title, answer } }: AnswerLinkProps) {
  const user = useCurrentUser()
  if (!user || !isStaff(user)) return null
  const label = answer ? "Edit the vendor's answer" : 'Answer as the vendor'
  return (
    <Link className={QUIET_ACTION} to={answerPath(kind, id)} aria-label={`${label}: ${title}`} discover="none">
      <Icon name="store" className="size-4" />
      {label}
    </Link>
  )
}
