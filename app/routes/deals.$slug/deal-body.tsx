import { Link } from '@remix-run/react'
import { isPastStatus } from '~/features/catalog/deals/deal'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { Accordion } from '~/ui/accordion'
import { ButtonLink } from '~/ui/button'
import { Icon, type IconName } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'
import { MarkdownText } from '~/ui/markdown-text'
import { outsideUrl } from '~/ui/outside-url'
import { PagePart } from '~/ui/page-part'
import { PlainText } from '~/ui/plain-text'
import { signInPath } from '~/ui/sign-in-prompt'
import { TAccount } from '~/ui/t-account'
import { useDeal } from './use-deal'
import { useLacksTerms } from './what-you-get'

/** The description and a link to the vendor's video: embedding it would tell a third party about every reader. */
export function Description() {
  const { deal, credit } = useDeal()
  const video = outsideUrl(deal.video_url)
  return (
    <section className="prose" aria-label="About this deal">
      {deal.description || video ? <h2>About this deal</h2> : null}
      {deal.description ? <MarkdownText html={deal.description} /> : null}
      {video ? (
        <p>
          <ButtonLink tone="secondary" icon="play" href={video} target="_blank" rel="nofollow noopener noreferrer">
            Watch the video
            <span className="sr-only"> (opens in a new tab)</span>
          </ButtonLink>
        </p>
      ) : null}
      <p className="text-small text-muted-foreground">
        {credit ? (
          <>
            {'Suggested by '}
            <CreditedName {...credit} />
            {'. '}
          </>
        ) : null}
        {'Entered '}
        <LocalDate value={deal.created_at} />.
      </p>
    </section>
  )
}

function CreditedName({ name, person_id }: { name: string; person_id: string | null }) {
  if (!person_id) return <bdi>{name}</bdi>
  return (
    <Link className="link" discover="none" to={`/people/${person_id}`}>
      <bdi>{name}</bdi>
    </Link>
  )
}

/** A side without entries is left out. */
export function ProsAndCons() {
  const { prosAndCons } = useDeal()
  if (prosAndCons.length === 0) return null
  const sideOf = (type: 'PRO' | 'CON', heading: string, icon: IconName) => {
    const entries = prosAndCons.filter((entry) => entry.type === type).map(({ text }) => text)
    return entries.length > 0 ? { heading, icon, entries, isCounted: true } : undefined
  }
  return (
    <TAccount id="pros-and-cons" start={sideOf('PRO', 'Pros', 'plus')} end={sideOf('CON', 'Cons', 'minus')}>
      <h2 className="text-figure-md" id="pros-and-cons">
        Pros &amp; Cons
      </h2>
    </TAccount>
  )
}

export function DealFaq() {
  const { faqs } = useDeal()
  if (faqs.length === 0) return null
  return (
    <PagePart aria-labelledby="faq">
      <h2 className="text-figure-md" id="faq">
        Frequently Asked Questions
      </h2>
      <Accordion
        name="deal-faq"
        items={faqs.map(({ question, answer }) => ({ summary: question, body: <PlainText text={answer} /> }))}
      />
    </PagePart>
  )
}

/**
 * One box for all that is not known about a deal, in place of a section for each. `lacksRecord`: it has no reviews,
 * changes and comments. Visitors get no tabs for these.
 */
export function HelpBox({ lacksRecord }: { lacksRecord: boolean }) {
  const { deal } = useDeal()
  const lacksTerms = useLacksTerms()
  const user = useCurrentUser()
  const review = `/deals/${deal.slug}#review-form`
  const links = [
    lacksTerms &&
      ({
        icon: 'file-pen-line',
        text: deal.deal_price === null ? 'Add the price or the terms' : 'Add the terms',
        note: 'Lifetime of what, refund, limits',
        to: `/deals/${deal.slug}/changes#report`,
      } as const),
    lacksRecord &&
      ({
        // Links to the review form lead here where visitors have none.
        id: user ? undefined : 'review-form',
        icon: 'star',
        text: 'Be the first to review it',
        note: isPastStatus(deal.shown_status) ? 'Past buyers can review it too' : 'Rate what you bought and earn karma',
        to: user ? review : signInPath(review),
      } as const),
    lacksRecord &&
      ({
        icon: 'messages-square',
        text: 'Ask an owner',
        note: 'Or help someone deciding',
        to: `/deals/${deal.slug}/comments#record`,
      } as const),
  ].filter((link) => link !== false)
  if (links.length === 0) return null
  return (
    <section
      className="rounded-md border border-dashed border-border-strong px-5 pt-4.5 pb-2 print:hidden"
      aria-labelledby="help"
    >
      <h2 className="text-h3" id="help">
        Help complete this record
      </h2>
      <ul className="mt-2.5 grid">
        {links.map(({ icon, text, note, to, ...item }) => (
          <li key={text} className="border-t border-border" {...item}>
            <Link
              className="grid min-h-control grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 py-2 font-semibold no-underline hover:text-primary"
              to={to}
              discover="none"
            >
              <Icon name={icon} className="text-muted-foreground" />
              <span>
                {text}
                <small className="block text-small font-normal text-muted-foreground">{note}</small>
              </span>
              <Icon name="chevron-right" className="size-4 text-muted-foreground" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
