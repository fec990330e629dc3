import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { RejectionReason } from '~/db/schema'
import { env } from '~/env.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { REJECTION_REASON_LABELS, REJECTION_REASONS } from '~/features/contributions/decisions/rejection-reasons'
import { DocSection, DocSections } from '~/ui/doc-section'
import { Icon } from '~/ui/icon'
import { PageHeading } from '~/ui/page-heading'
import { TAccount } from '~/ui/t-account'

const LEAD =
  'What we publish and what we do not. The rules are the same for one star and for five, and for every vendor.'

export async function loader() {
  const head = await describePage({
    title: 'Guidelines',
    description: `What to say in a review, a change report or a comment on ${env.SITE_NAME}, what to leave out, and why something is not published.`,
    path: '/guidelines',
  })
  return { head }
}

export default function GuidelinesPage() {
  return (
    <div className="wrap wrap--narrow">
      <PageHeading title="Guidelines" lead={LEAD} />
      <DocSections>
        <ReviewRules />
        <DocSection id="change-reports" title="Change reports">
          <div className="prose">
            <p>
              One change a report: what it was, what it is, since when, and a link where we can see it. Say whether it
              affects people who bought it already. Without a link we can rarely confirm it.
            </p>
          </div>
        </DocSection>
        <DocSection id="availability" title="Is it still open?">
          <div className="prose">
            <p>
              Say what you found on the vendor's page today. "Still available" confirms an offer once we accept it, and
              makes one that was not confirmed for a year count as open again.
            </p>
          </div>
        </DocSection>
        <DocSection id="comments" title="Comments">
          <div className="prose">
            <p>
              Questions and answers about the deal. Vendors may answer here, under their own name. One answer to a
              review or a change they can send us: we show it below, with its date.
            </p>
          </div>
        </DocSection>
        <DocSection id="connection" title="Your connection to the vendor">
          <div className="prose">
            <p>
              Got it free or earn from links? Say so in your review. People who work for the vendor or a competitor
              cannot review a deal. They can answer as the vendor in the comments.
            </p>
          </div>
        </DocSection>
        <DocSection id="reporting" title="Reporting a review">
          <div className="prose">
            <p>
              A review breaks these rules? Press Report below it and choose a reason. Three reports by different people
              bring it to us. It stays public until we decide, and its author does not learn who reported it.
            </p>
          </div>
        </DocSection>
        <Reasons />
        <AfterSending />
        <p>
          <Link className="link link--arrow" discover="none" to="/transparency">
            See how we decided so far
            <Icon name="arrow-right" />
          </Link>
        </p>
      </DocSections>
    </div>
  )
}

function AfterSending() {
  return (
    <DocSection id="after" title="What happens after you send">
      <ol className="grid list-none border-border-strong border-t">
        <Step title="It waits">Oldest first. You see how many are before yours and how long it usually takes.</Step>
        <Step title="A person reads it">
          Published, asked for a change, or not published, with the reason. We never edit your words.
        </Step>
        <Step title="You can try again">
          {'Edit and resubmit as often as you like. If you think we are wrong, '}
          <Link className="link" discover="none" to="/contact">
            write to us
          </Link>
          : someone else looks at it.
        </Step>
        <Step title="We ask again later">
          6, 12, 24 and 36 months after you bought it, once each, if your review says when. Your answer is read like a
          review and stands below it with its date. The newest rating counts; your words stay as they are.
        </Step>
      </ol>
    </DocSection>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 border-border border-b py-4 [counter-increment:step] before:font-display before:text-figure-md before:text-primary before:leading-heading before:content-[counter(step)]">
      <div>
        <h3>{title}</h3>
        <p className="text-muted-foreground">{children}</p>
      </div>
    </li>
  )
}

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
function Reasons() {
  return (
    <DocSection
      id="reasons"
      title="Why something is not published"
      lead="One of these reasons, always told to the author of a review or a report. A bad rating is not among them."
    >
      <dl className="grid divide-y divide-border border-border border-t border-t-border-strong border-b">
        {REJECTION_REASONS.map((reason) => (
          <div key={reason} className="grid gap-x-6 gap-y-0.5 py-3.5 sm:grid-cols-[12rem_minmax(0,1fr)]">
            <dt className="font-bold">{REJECTION_REASON_LABELS[reason]}</dt>
            <dd className="text-muted-foreground">{EXPLANATIONS[reason]}</dd>
          </div>
        ))}
      </dl>
    </DocSection>
  )
}

const SAY = [
  'What you use it for and how long',
  'What works, what does not, with one example each',
  'What changed after you bought it',
  'Whether you would buy it again at that price',
]

const LEAVE_OUT = [
  'Codes and links that earn you something',
  'Order numbers and private addresses',
  'What you only heard from others',
  'The same text a second time',
]

function ReviewRules() {
  return (
    <DocSection id="reviews" title="Reviews" lead="Tell the next buyer what you would have liked to know.">
      <TAccount
        start={{ heading: 'Say', icon: 'check', entries: SAY }}
        end={{ heading: 'Leave out', icon: 'x', entries: LEAVE_OUT }}
      />
    </DocSection>
  )
}
