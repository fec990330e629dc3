import { Link } from '@remix-run/react'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { describeQueuePosition, roundUpTime } from '~/features/contributions/decisions/waiting-time'
import type { ListedContribution } from '~/features/contributions/members/own-contributions.server'
import { KARMA_OF_SUGGESTION } from '~/features/contributions/suggestions/suggestion'
import { SideEntry, SideList } from '~/ui/side-list'

type SidebarProps = {
  own: ListedContribution[]
  /** Seconds to a decision; undefined while there are too few of them to tell. */
  usualTime: number | undefined
  name: string | null
}

const HEADING = 'font-bold font-sans text-base leading-snug tracking-[0]'
const OUTCOME = 'col-span-full text-caption'

/** What becomes of a suggestion, and the latest ones of the member. */
export function Sidebar({ own, usualTime, name }: SidebarProps) {
  const usually = usualTime === undefined ? '' : `, usually within ${roundUpTime(usualTime)}`
  const credit = name === null ? 'with your name once your account has one' : `with “Suggested by ${name}”`
  return (
    <aside className="grid gap-4 lg:sticky lg:top-24" aria-label="About suggestions">
      <h2 className={HEADING}>What happens next</h2>
      <SideList>
        <SideEntry icon="eye">{`We check the offer${usually}.`}</SideEntry>
        <SideEntry icon="file-pen-line">
          {`If it checks out, we publish it, ${credit}. You get ${KARMA_OF_SUGGESTION} karma.`}
        </SideEntry>
        <SideEntry icon="message-square-text">If not, we tell you why under Contributions.</SideEntry>
      </SideList>
      {own.length > 0 ? <OwnSuggestions own={own} /> : null}
    </aside>
  )
}

function OwnSuggestions({ own }: { own: ListedContribution[] }) {
  return (
    <>
      <h2 className={HEADING}>Your last suggestions</h2>
      <SideList>
        {own.map((suggestion) => (
          <SideEntry key={suggestion.id}>
            {suggestion.published ? (
              <Link className="link" to={`/deals/${suggestion.slug}`} discover="none">
                <bdi>{suggestion.title}</bdi>
              </Link>
            ) : (
              <bdi className="text-foreground">{suggestion.title}</bdi>
            )}
            <ModerationBadge status={suggestion.status} />
            <Outcome suggestion={suggestion} />
          </SideEntry>
        ))}
      </SideList>
      <p className="text-small">
        <Link className="link" to="/account/contributions" discover="none">
          All your contributions
        </Link>
      </p>
    </>
  )
}

function Outcome({ suggestion }: { suggestion: ListedContribution }) {
  const { status, published, rejection_reason, moderation_reason, before, is_being_read } = suggestion
  if (status === 'PENDING')
    return (
      <span className={OUTCOME}>
        {is_being_read ? 'Being read now' : `Waiting, ${describeQueuePosition(before ?? 0)}`}
      </span>
    )
  if (status === 'APPROVED')
    return <span className={OUTCOME}>{published ? 'Published' : 'We are preparing its page'}</span>
  const reason = rejection_reason && REJECTION_REASON_LABELS[rejection_reason]
  const said = [reason, moderation_reason].filter(Boolean).join(': ')
  return said ? <span className={OUTCOME}>{said}</span> : null
}
