import { Link } from '@remix-run/react'
import { env } from '~/env.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import '~/styles/open.css'
import { Icon } from '~/ui/icon'
import { AfterSending } from './after-sending'
import { Reasons } from './reasons'
import { ReviewRules } from './review-rules'

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
      <div className="page-head">
        <h1>Guidelines</h1>
        <p className="lead">{LEAD}</p>
      </div>
      <div className="open-page">
        <ReviewRules />
        <section aria-labelledby="change-reports">
          <h2 id="change-reports">Change reports</h2>
          <div className="prose">
            <p>
              One change a report: what it was, what it is, since when, and a link where we can see it. Say whether it
              affects people who bought it already. Without a link we can rarely confirm it.
            </p>
          </div>
        </section>
        <section aria-labelledby="comments">
          <h2 id="comments">Comments</h2>
          <div className="prose">
            <p>
              Questions and answers about the deal. Vendors may answer here, under their own name. One answer to a
              review or a change they can send us: we show it below, with its date.
            </p>
          </div>
        </section>
        <section aria-labelledby="connection">
          <h2 id="connection">Your connection to the vendor</h2>
          <div className="prose">
            <p>
              Got it free or earn from links? Say so in your review. People who work for the vendor or a competitor
              cannot review a deal. They can answer as the vendor in the comments.
            </p>
          </div>
        </section>
        <section aria-labelledby="reporting">
          <h2 id="reporting">Reporting a review</h2>
          <div className="prose">
            <p>
              A review breaks these rules? Press Report below it and choose a reason. Three reports by different people
              bring it to us. It stays public until we decide, and its author does not learn who reported it.
            </p>
          </div>
        </section>
        <Reasons />
        <AfterSending />
        <p>
          <Link className="link link--arrow" discover="none" to="/transparency">
            See how we decided so far
            <Icon name="arrow-right" />
          </Link>
        </p>
      </div>
    </div>
  )
}
