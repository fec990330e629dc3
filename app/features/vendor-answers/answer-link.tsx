import { useCurrentUser } from '~/features/accounts/current-user'
import { isStaff } from '~/features/accounts/profile'
import { ButtonLink } from '~/ui/button'
import { type AnsweredKind, answerPath } from './vendor-answer'

type AnswerLinkProps = { kind: AnsweredKind; of: { id: string; title: string; answer?: unknown } }

/** The way of staff to the form of the vendor's answer, at the review or change itself. */
export function AnswerLink({ kind, of: { id, title, answer } }: AnswerLinkProps) {
  const user = useCurrentUser()
  if (!user || !isStaff(user)) return null
  return (
    <ButtonLink tone="ghost" size="sm" icon="store" to={answerPath(kind, id)}>
      {answer ? "Edit the vendor's answer" : 'Answer as the vendor'}
      <span className="sr-only">: {title}</span>
    </ButtonLink>
  )
}
