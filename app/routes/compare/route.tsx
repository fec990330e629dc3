import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { leftOutText, parseCompared } from '~/features/audience/compare/compare'
import { findCompared } from '~/features/audience/compare/compared-deals.server'
import { countFacts, withoutEqual } from '~/features/audience/compare/facts'
import { listFacts } from '~/features/audience/compare/list-facts.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { CommissionNotice } from '~/features/catalog/deals/commission'
import { COMPARE_LIMIT, comparePath, DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-filters'
import { searchWithTimeout } from '~/features/catalog/deals/list/search-with-timeout.server'
import { withLoadFailure } from '~/http/responses.server'
import { utcToday } from '~/http/utc-day'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { GroupLink, LinkGroup } from '~/ui/link-group'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { pluralize } from '~/ui/pluralize'
import { AddDeal } from './add-deal'
import { CompareTable } from './compare-table'

/** Deals that a search offers to add. */
const MATCHES = 8

export async function loader({ request }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const { named, onlyDifferences, q } = parseCompared(new URL(request.url).searchParams)
    const found = await findCompared(named)
    const isComparison = found.deals.length > 1
    const slugs = found.deals.map(({ slug }) => slug)
    const [facts, matches, head] = await Promise.all([
      isComparison ? listFacts(found.deals, utcToday()) : [],
      q === '' ? undefined : listMatches(q, slugs),
      describePage({
        title: isComparison ? `Compare ${slugs.length} deals` : 'Compare deals',
        description: 'Two to four lifetime deals side by side: price, terms, ratings and verified changes.',
        path: comparePath(slugs, onlyDifferences),
        isIndexed: false,
      }),
    ])
    return {
      deals: found.deals.map(({ slug, title, vendor_name, summary, picture, shown_status, commission }) => ({
        slug,
        title,
        vendor_name,
        summary,
        picture,
        shown_status,
        commission,
      })),
      leftOut: found.leftOut.map(leftOutText),
      facts,
      onlyDifferences,
      q,
      matches,
      head,
    }
  })
}

/** The best matches that are not chosen yet; undefined where the search takes too long. */
async function listMatches(q: string, chosen: string[]) {
  const { deals, isTooSlow } = await searchWithTimeout({ ...DEFAULT_SEARCH, q })
  if (isTooSlow) return undefined
  const matches = deals.filter(({ slug }) => !chosen.includes(slug)).slice(0, MATCHES)
  return matches.map(({ slug, title, vendor_name }) => ({ slug, title, vendor_name }))
}

export default function ComparePage() {
  const { deals, leftOut, facts, onlyDifferences, q, matches } = useLoaderData<typeof loader>()
  const slugs = deals.map(({ slug }) => slug)
  const isComparison = deals.length > 1
  const choice = deals.map(({ slug, title }) => ({ slug, title }))
  return (
    <div className="wrap mb-section" data-choice={choice.length > 0 ? JSON.stringify(choice) : undefined}>
      <PageHeading
        title="Compare deals"
        lead={isComparison ? summary(deals.length, countFacts(facts)) : 'Two to four deals side by side.'}
        actions={isComparison ? <RowSwitch slugs={slugs} onlyDifferences={onlyDifferences} /> : null}
      />
      {leftOut.length > 0 ? (
        <div className="mb-7">
          <Notice
            title={leftOut.length === 1 ? '1 deal was left out.' : `${leftOut.length} deals were left out.`}
            text={leftOut.join(' ')}
          />
        </div>
      ) : null}
      {deals.length < COMPARE_LIMIT ? (
        <AddDeal q={q} matches={matches} slugs={slugs} onlyDifferences={onlyDifferences} />
      ) : null}
      {isComparison ? (
        <>
          <CommissionNotice deals={deals} />
          <CompareTable
            deals={deals}
            groups={onlyDifferences ? withoutEqual(facts) : facts}
            pathWithout={(slug) =>
              comparePath(
                slugs.filter((other) => other !== slug),
                onlyDifferences,
              )
            }
          />
          <p className="mt-4 text-small text-muted-foreground">
            {"Anyone who has this page's address sees the same comparison. "}
            {deals.length < COMPARE_LIMIT ? null : 'You can compare up to four deals. Remove one to add another.'}
          </p>
        </>
      ) : (
        <TooFew deal={deals[0]} />
      )}
    </div>
  )
}

function summary(deals: number, { all, differing }: ReturnType<typeof countFacts>) {
  const count = differing === 0 ? 'None' : String(differing)
  return `${deals} deals side by side. ${count} of ${pluralize(all, 'fact')} ${differing === 1 ? 'differs' : 'differ'}.`
}

function RowSwitch({ slugs, onlyDifferences }: { slugs: string[]; onlyDifferences: boolean }) {
  return (
    <LinkGroup label="Rows">
      <GroupLink to={comparePath(slugs)} isCurrent={!onlyDifferences} preventScrollReset>
        All facts
      </GroupLink>
      <GroupLink to={comparePath(slugs, true)} isCurrent={onlyDifferences} preventScrollReset>
        Only differences
      </GroupLink>
    </LinkGroup>
  )
}

/** One deal, or none: nothing to compare yet. */
function TooFew({ deal }: { deal: { slug: string; title: string } | undefined }) {
  if (!deal) {
    return (
      <EmptyState
        icon="scale"
        title="Nothing to compare yet"
        text="Search for two to four deals above, or choose them with their Compare buttons."
      >
        <ButtonLink to="/deals">Browse deals</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="scale" title={`You chose ${deal.title}`} text="Choose at least one more deal to compare it with.">
      <ButtonLink to="/deals">Browse deals</ButtonLink>
      <ButtonLink to={`/deals/${deal.slug}`} tone="ghost">
        Back to the deal
      </ButtonLink>
    </EmptyState>
  )
}
