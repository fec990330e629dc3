import { ContributionEntry } from '~/features/contributions/members/contribution-entry'
import { ContributionItem, ContributionList } from '~/features/contributions/members/contribution-list'
import type { ListedContribution } from '~/features/contributions/members/own-contributions.server'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { pluralize } from '~/ui/pluralize'
import { SectionHead } from '~/ui/section-head'

type ContributionsProps = {
  reviews: ListedContribution[]
  changeReports: ListedContribution[]
  comments: ListedContribution[]
  isOwn: boolean
  canEdit: boolean
}

/** Reviews, change reports and comments of one member, each with its moderation status. */
export function Contributions({ reviews, changeReports, comments, isOwn, canEdit }: ContributionsProps) {
  const my = isOwn ? 'My ' : ''
  return (
    <>
      <Section id="reviews" heading={`${my}Reviews`} noun="review" entries={reviews} canEdit={canEdit} />
      <Section
        id="reports"
        heading={`${my}Change Reports`}
        noun="change report"
        entries={changeReports}
        canEdit={canEdit}
      />
      <Section id="comments" heading={`${my}Comments`} noun="comment" entries={comments} canEdit={canEdit} />
    </>
  )
}

type SectionProps = {
  id: string
  heading: string
  noun: keyof typeof HINTS
  entries: ListedContribution[]
  canEdit: boolean
}

/** What to say instead of an empty list to members who can write. */
const HINTS = {
  review: { text: 'Rate what you bought and earn karma.', action: 'Find a deal to review' },
  'change report': {
    text: 'Tell us what changed since you bought, and see it verified.',
    action: 'Find a deal to report on',
  },
  comment: { text: 'Ask an owner, or help someone deciding.', action: 'Find a deal to discuss' },
}

function Section({ id, heading, noun, entries, canEdit }: SectionProps) {
  const hint = canEdit ? HINTS[noun] : undefined
  return (
    <section aria-labelledby={id}>
      <SectionHead line="none">
        <h2 id={id}>{heading}</h2>
        <span className="text-muted-foreground text-small">{pluralize(entries.length, noun)}</span>
      </SectionHead>
      {entries.length > 0 ? (
        <ContributionList>
          {entries.map((entry) => (
            <ContributionItem key={entry.id}>
              <ContributionEntry contribution={entry} canWrite={canEdit} compact />
            </ContributionItem>
          ))}
        </ContributionList>
      ) : (
        <EmptyState icon="message-square-dashed" title={`No ${noun}s yet`} text={hint?.text}>
          {hint ? (
            <ButtonLink to="/deals" tone="secondary">
              {hint.action}
            </ButtonLink>
          ) : null}
        </EmptyState>
      )}
    </section>
  )
}
