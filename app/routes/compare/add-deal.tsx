import { Link } from '@remix-run/react'
import { vendorLine } from '~/features/catalog/deals/deal'
import { COMPARE_PARAM, comparePath, SEARCH_TEXT_LIMIT } from '~/features/catalog/deals/list/deal-filters'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { SearchInput } from '~/ui/input'

type AddDealProps = {
  q: string
  /** What the search found, without the deals that are compared; undefined before a search and after one that failed. */
  matches: { slug: string; title: string; vendor_name: string }[] | undefined
  slugs: string[]
  onlyDifferences: boolean
}

/** Searches for a deal to add, with links that add what was found. Works without scripts. */
export function AddDeal({ q, matches, slugs, onlyDifferences }: AddDealProps) {
  return (
    <search className="mb-7 grid max-w-md gap-2 print:hidden" aria-label="Add a deal">
      <form action="/compare">
        <label className="text-small font-semibold" htmlFor="q">
          Add a deal
        </label>
        <div className="mt-1.5 flex gap-2">
          {slugs.map((slug) => (
            <input key={slug} type="hidden" name={COMPARE_PARAM} value={slug} />
          ))}
          {onlyDifferences ? <input type="hidden" name="diff" value="1" /> : null}
          <SearchInput
            className="flex-1"
            id="q"
            name="q"
            defaultValue={q}
            maxLength={SEARCH_TEXT_LIMIT}
            placeholder="Search deals..."
          />
          <Button tone="secondary">Search</Button>
        </div>
      </form>
      {q ? <Matches q={q} matches={matches} slugs={slugs} onlyDifferences={onlyDifferences} /> : null}
    </search>
  )
}

function Matches({ q, matches, slugs, onlyDifferences }: AddDealProps) {
  if (!matches?.length) {
    const text = matches ? `No other deals match "${q}".` : 'This search timed out. Try a longer word.'
    return (
      <p className="text-small text-muted-foreground" role="status">
        {text}
      </p>
    )
  }
  return (
    <ul className="divide-y divide-border border-y border-border" aria-label="Matches">
      {matches.map((deal) => {
        const vendor = vendorLine(deal)
        return (
          <li key={deal.slug}>
            <Link
              className="flex min-h-control items-center gap-2 no-underline hover:underline"
              to={comparePath([...slugs, deal.slug], onlyDifferences)}
              rel="nofollow"
              discover="none"
            >
              <Icon name="plus" className="size-4" />
              <span className="sr-only">Add </span>
              <bdi>{deal.title}</bdi>
              {vendor ? <span className="text-small text-subtle-foreground">{`by ${vendor}`}</span> : null}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
