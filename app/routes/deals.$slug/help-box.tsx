import { Link } from '@remix-run/react'
import { isPastStatus } from '~/features/catalog/deals/deal'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { Icon } from '~/ui/icon'
import { signInPath } from '~/ui/sign-in-prompt'
import type { ShownDeal } from './shown-deal'

type HelpBoxProps = {
  deal: Pick<ShownDeal, 'slug' | 'deal_price' | 'shown_status'>
  lacksTerms: boolean
  /** Without reviews, changes and comments. Visitors get no tabs for these. */
  lacksRecord: boolean
}

/** One box for all that is not known about a deal, in place of a section for each. */
export function HelpBox({ deal, lacksTerms, lacksRecord }: HelpBoxProps) {
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
