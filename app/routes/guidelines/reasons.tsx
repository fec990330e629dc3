import type { RejectionReason } from '~/db/schema'
import { REJECTION_REASON_LABELS, REJECTION_REASONS } from '~/features/contributions/decisions/rejection-reasons'

const EXPLANATIONS: Record<RejectionReason, string> = {
  SPAM: 'Advertising, referral codes, the same text on several deals.',
  NOT_ABOUT_PRODUCT: 'Shipping of another order, the platform in general, other people.',
  CONFLICT_OF_INTEREST: 'You work for the vendor or a competitor, and did not say so.',
  ABUSIVE: 'Insults and threats. Anger about the product is fine.',
  PRIVATE_DATA: 'Order numbers, email addresses, names of support staff.',
  NO_EVIDENCE: 'A change report without a source that we can open.',
  DUPLICATE: 'It is on the page already.',
  OTHER: 'Rare, and always with a note that says what.',
}

/** The reasons of the queue, word for word. */
export function Reasons() {
  return (
    <section aria-labelledby="reasons">
      <h2 id="reasons">Why something is not published</h2>
      <p className="under">
        One of these reasons, always told to the author of a review or a report. A bad rating is not among them.
      </p>
      <dl className="reasons">
        {REJECTION_REASONS.map((reason) => (
          <div key={reason}>
            <dt>{REJECTION_REASON_LABELS[reason]}</dt>
            <dd>{EXPLANATIONS[reason]}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
