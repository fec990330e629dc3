import { Link, useLoaderData } from '@remix-run/react'
import { env } from '~/env.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { ButtonLink } from '~/ui/button'
import { DocPage } from '~/ui/doc-page'

const LEAD = 'A lifetime deal is a promise. We record what was promised and what became of it.'

export async function loader() {
  const head = await describePage({
    title: 'About Us',
    description: `${LEAD} The mission of ${env.SITE_NAME}, what it does and why to choose it.`,
    path: '/about',
  })
  return { head, siteName: env.SITE_NAME }
}

export default function AboutPage() {
  const { siteName } = useLoaderData<typeof loader>()
  return (
    <DocPage title="About Us" lead={LEAD}>
      <div className="prose">
        <h2>Our mission</h2>
        <p>
          {`Buying software once and using it for good is a fair bargain, as long as both sides remember it. Plans are
          renamed, limits shrink, companies change hands, and the page that made the offer is gone. ${siteName} keeps the record: the price on the day, the terms as they stood, and every change since, dated and checked.`}
        </p>
        <h2>What we do</h2>
        <ul>
          <li>
            <b className="font-semibold text-foreground">We list deals.</b> Each one says when our staff last checked
            its price, dates and link, or that no one has checked it yet. Imported deals are labeled.
          </li>
          <li>
            <b className="font-semibold text-foreground">We say what has ended.</b> The day after its end date a deal
            reads Expired. Members report deals that end early, and a daily check looks for links that no longer work.
            One without an end date that no one has confirmed for a year reads Not confirmed, and does not count as
            open.
          </li>
          <li>
            <b className="font-semibold text-foreground">We publish reviews by members.</b> Each says when its author
            claims to have bought the product, and whether we checked that. A moderator reads every one; a rejected
            review comes with the reason, and can be edited and resubmitted.
          </li>
          <li>
            <b className="font-semibold text-foreground">We verify changes.</b> Members report that a price, a limit or
            a term has changed. We check it; confirmed changes are stamped and stay in the deal's Change Log.
          </li>
          <li>
            <b className="font-semibold text-foreground">We keep what has ended.</b> An expired deal stays on the
            record, because its buyers still own it.
          </li>
        </ul>
        <h2>Why choose us</h2>
        <ul>
          <li>Every price has a date, and the lowest one on record is marked as such.</li>
          <li>See whether a change affects existing owners or only new buyers.</li>
          <li>
            A vendor cannot buy a rating, a place in a list or a deletion. We earn commissions on some links, and say so
            next to them.
          </li>
          <li>
            {'The record is open: lists and '}
            <Link className="link" to="/changes">
              verified changes
            </Link>
            {' can be followed in a feed reader or downloaded as a file.'}
          </li>
          <li>Reading needs no account, no scripts and no cookie banner, because we track no one.</li>
        </ul>
        <p className="mt-2 flex flex-wrap gap-3">
          <ButtonLink to="/deals">Browse Deals</ButtonLink>
          <ButtonLink to="/contact" tone="secondary">
            Contact
          </ButtonLink>
        </p>
      </div>
    </DocPage>
  )
}
