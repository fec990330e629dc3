import { Link } from '@remix-run/react'
import { ContributionEntry } from '~/features/contributions/members/contribution-entry'
import { ContributionItem, ContributionList } from '~/features/contributions/members/contribution-list'
import type { ListedContribution } from '~/features/contributions/members/own-contributions.server'
import { EmptyState } from '~/ui/empty-state'
import { Icon } from '~/ui/icon'
import { pluralize } from '~/ui/pluralize'
import { SectionHead } from '~/ui/section-head'

type OwnReviewsProps = { reviews: ListedContribution[]; hasMore: boolean; canEdit: boolean }

/** The member's newest reviews, each with its moderation status. */
export function OwnReviews({ reviews, hasMore, canEdit }: OwnReviewsProps) {
  return (
    <section aria-labelledby="reviews">
      <SectionHead line="none">
        <h2 id="reviews">My Reviews</h2>
        {hasMore ? (
          <Link className="link link--arrow" to="/account/contributions" discover="none">
            All contributions
            <Icon name="arrow-right" />
          </Link>
        ) : null}
      </SectionHead>
      {reviews.length > 0 ? (
        <Entries entries={reviews} canEdit={canEdit} />
      ) : (
        <EmptyState
          icon="message-square-dashed"
          title="No reviews yet"
          text={canEdit ? 'Rate what you bought and earn karma.' : undefined}
        />
      )}
    </section>
  )
}

type ContributionsProps = Record<'reviews' | 'changeReports' | 'comments', ListedContribution[]>

/** Everything that staff may see of one member. */
export function Contributions({ reviews, changeReports, comments }: ContributionsProps) {
  return (
    <>
      <Section id="reviews" heading="Reviews" noun="review" entries={reviews} />
      <Section id="reports" heading="Change Reports" noun="change report" entries={changeReports} />
      <Section id="comments" heading="Comments" noun="comment" entries={comments} />
    </>
  )
}

type SectionProps = { id: string; heading: string; noun: string; entries: ListedContribution[] }

function Section({ id, heading, noun, entries }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <SectionHead line="none">
        <h2 id={id}>{heading}</h2>
        <span className="text-muted-foreground text-small">{pluralize(entries.length, noun)}</span>
      </SectionHead>
      {entries.length > 0 ? (
        <Entries entries={entries} canEdit={false} />
      ) : (
        <EmptyState icon="message-square-dashed" title={`No ${noun}s yet`} />
      )}
    </section>
  )
}

function Entries({ entries, canEdit }: { entries: ListedContribution[]; canEdit: boolean }) {
  return (
    <ContributionList>
      {entries.map((entry) => (
        <ContributionItem key={entry.id}>
          <ContributionEntry contribution={entry} canWrite={canEdit} compact />
        </ContributionItem>
      ))}
    </ContributionList>
  )
}
