import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { findFigures } from '~/features/audience/transparency/decision-figures.server'
import { listNewestDecisions } from '~/features/audience/transparency/decisions.server'
import { DECISIONS_FIRST, DECISIONS_MAX } from '~/features/audience/transparency/transparency'
import { countLinks, type LinkCounts } from '~/features/catalog/deals/open-links.server'
import { withLoadFailure } from '~/http/responses.server'
import { site } from '~/site.server'
import { DocSection, DocSections } from '~/ui/doc-section'
import { formatDate } from '~/ui/local-date'
import { PageHeading } from '~/ui/page-heading'
import { formatCount, pluralize } from '~/ui/pluralize'
import { Boxes } from './boxes'
import { NewestDecisions } from './newest-decisions'
import { RatingTable } from './rating-table'

export async function loader({ request }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const showsAll = new URL(request.url).searchParams.get('show') === 'all'
    const head = await describePage({
      title: 'Transparency',
      description: `What people sent to ${site.name} in the last 12 months, what we decided, and how long it took.`,
      path: '/transparency',
    })
    const [figures, links, newest] = await Promise.all([
      findFigures(),
      countLinks(),
      listNewestDecisions(DECISIONS_MAX),
    ])
    const decisions = newest.slice(0, showsAll ? DECISIONS_MAX : DECISIONS_FIRST)
    return { ...figures, links, head, counted: formatMoment(figures.counted), decisions, total: newest.length }
  })
}

/** "22 Nov 2026, 06:00 UTC" */
function formatMoment(moment: Date) {
  return `${formatDate(moment)}, ${moment.toISOString().slice(11, 16)} UTC`
}

/** "143 of 265 open deals have a link that earns. 9 others may earn someone else a commission." */
function describeLinks({ open, others, bySource }: LinkCounts) {
  const earning = open - bySource.plain
  const verb = earning === 1 || open === 1 ? 'has' : 'have'
  const ours = `${formatCount(earning)} of ${pluralize(open, 'open deal')} ${verb} a link that earns.`
  if (others === 0) return ours
  return `${ours} ${formatCount(others)} ${others === 1 ? 'has one' : 'have one'} that may earn someone else a commission.`
}

export default function TransparencyPage() {
  const { counted, links, ratings, hours, reports, proofs, availability, decisions, total } =
    useLoaderData<typeof loader>()
  return (
    <div className="wrap max-w-[calc(60rem+2*var(--spacing-gutter))]">
      <PageHeading
        title="Transparency"
        lead={`What people sent us in the last 12 months, what we decided, and how long it took. As of ${counted}.`}
      />
      <DocSections>
        {ratings.some(({ submitted }) => submitted > 0) ? <RatingTable ratings={ratings} /> : null}
        <Boxes {...{ hours, reports, proofs, availability }} />
        <DocSection id="earn" title="How we earn">
          <div className="prose">
            <p>
              A link to a vendor or platform can be an affiliate link. When you buy through one we earn a commission,
              and the price stays the same for you. Each deal page says whether its link earns. It does not affect lists
              or sorting, and no one can pay for a listing, a place in a list, or a review.
            </p>
            {links.open > 0 ? <p>{describeLinks(links)}</p> : null}
          </div>
        </DocSection>
        <NewestDecisions decisions={decisions} total={total} />
      </DocSections>
    </div>
  )
}
