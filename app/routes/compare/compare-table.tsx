import { Link } from '@remix-run/react'
import {
  type ComparedFact,
  differs,
  type FactCell,
  type FactGroup,
  sharedText,
} from '~/features/audience/compare/facts'
import { type ShownStatus, vendorLine } from '~/features/catalog/deals/deal'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { GetDealLink } from '~/features/catalog/deals/get-deal-link'
import type { Commission } from '~/features/catalog/links/link-program'
import { imageOf, type ShownPicture } from '~/features/catalog/pictures/picture'
import { Artwork } from '~/ui/artwork'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Price } from '~/ui/price'
import { Stars } from '~/ui/stars'

type Deal = {
  slug: string
  title: string
  vendor_name: string
  summary: string | null
  picture: ShownPicture | null
  shown_status: ShownStatus
  commission: Commission
}

type CompareTableProps = {
  deals: Deal[]
  groups: FactGroup[]
  /** The address of the comparison without a deal. */
  pathWithout: (slug: string) => string
}

// Narrow screens lay the table out as blocks, which is no table for screen readers, unless it says that it is one.
const ROW = { role: 'row' }
const ROWS = { role: 'rowgroup' }
const CELL = { role: 'cell' }
const HEAD = { role: 'columnheader', scope: 'col' }
const GROUP_HEAD = { role: 'columnheader', scope: 'colgroup' }
const ROW_HEAD = { role: 'rowheader', scope: 'row' }
const TABLE = { role: 'table' }

/** The line between two columns of deals. */
const COLUMN = 'lg:last:pe-0 lg:nth-[n+3]:border-s lg:nth-[n+3]:border-s-border'
const FACT = 'py-0.75 leading-snug lg:px-3.5 lg:py-3 lg:align-top'
const NOTE = 'block text-caption font-book text-subtle-foreground'

/** One column a deal. Below 64rem each fact is a heading with one line a deal. */
export function CompareTable({ deals, groups, pathWithout }: CompareTableProps) {
  return (
    <table
      className="border-b-4 border-double border-b-border-strong text-control wrap-anywhere max-lg:block max-lg:border-t-2 max-lg:border-t-foreground lg:table-fixed"
      {...TABLE}
    >
      <caption className="sr-only">{`${deals.length} deals compared, one column each`}</caption>
      <thead className="max-lg:block" {...ROWS}>
        <tr className="max-lg:block" {...ROW}>
          <td className="border-b-2 border-foreground max-lg:hidden lg:w-52" {...CELL} />
          {deals.map((deal) => (
            <th
              key={deal.slug}
              className={classes(
                COLUMN,
                'leading-snug font-normal max-lg:block max-lg:border-b max-lg:border-border max-lg:py-3.5 lg:border-b-2 lg:border-b-foreground lg:px-3.5 lg:pt-3 lg:pb-4.5 lg:align-bottom',
              )}
              {...HEAD}
            >
              <ComparedHead deal={deal} path={pathWithout(deal.slug)} />
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ label, facts }) => (
        <tbody key={label} className="max-lg:block" {...ROWS}>
          <tr className="max-lg:block" {...ROW}>
            <th
              className="border-b border-border-strong pt-7 pb-2 font-display text-h3/heading font-medium max-lg:block"
              {...GROUP_HEAD}
              colSpan={deals.length + 1}
            >
              {label}
            </th>
          </tr>
          {facts.map((fact) => (
            <FactRow key={fact.label} fact={fact} deals={deals} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** Picture, title, summary and button of a column. */
function ComparedHead({ deal, path }: { deal: Deal; path: string }) {
  const { slug, title, summary, picture } = deal
  const vendor = vendorLine(deal)
  return (
    <div className="grid gap-1">
      <div className="deal__media rounded-sm border">
        <Artwork image={imageOf(picture, '20rem', 480)} seed={slug} title={title} />
      </div>
      <p className="font-display text-title leading-heading font-medium tracking-heading">
        <Link className="no-underline hover:underline" to={`/deals/${slug}`}>
          <bdi>{title}</bdi>
        </Link>
      </p>
      {vendor ? (
        <span className="text-small text-subtle-foreground">
          by <bdi>{vendor}</bdi>
        </span>
      ) : null}
      {summary ? (
        <p className="line-clamp-2 text-small text-muted-foreground" dir="auto">
          {summary}
        </p>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <GetDealLink deal={deal} />
        <Link
          className="inline-flex min-h-control items-center gap-1.5 text-small font-semibold no-underline hover:underline print:hidden"
          to={path}
          rel="nofollow"
          preventScrollReset
        >
          <Icon name="x" className="size-4" />
          Remove
          <span className="sr-only">{` ${title}`}</span>
        </Link>
      </div>
    </div>
  )
}

function FactRow({ fact, deals }: { fact: ComparedFact; deals: Deal[] }) {
  return (
    <tr className="border-t border-border max-lg:block max-lg:py-3 max-lg:nth-2:border-t-0" {...ROW}>
      <th
        className="leading-snug font-book max-lg:mb-1 max-lg:block max-lg:font-semibold lg:py-3 lg:pe-3.5 lg:align-top lg:text-muted-foreground"
        {...ROW_HEAD}
      >
        {fact.label}
      </th>
      {differs(fact) ? (
        fact.cells.map((cell, index) => (
          <td
            key={deals[index]!.slug}
            className={classes(
              COLUMN,
              FACT,
              'font-medium max-lg:grid max-lg:grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] max-lg:gap-3',
            )}
            {...CELL}
          >
            <span className="font-normal text-muted-foreground lg:hidden" aria-hidden="true">
              {deals[index]!.title}
            </span>
            <span className={cell.isUnknown ? 'font-book text-subtle-foreground' : undefined}>
              <FactValue cell={cell} />
            </span>
          </td>
        ))
      ) : (
        <td className={classes(FACT, 'font-book text-muted-foreground max-lg:block')} {...CELL} colSpan={deals.length}>
          {sharedText(fact)}
        </td>
      )}
    </tr>
  )
}

function FactValue({ cell }: { cell: FactCell }) {
  const { text, note, price, status, stars, isLowest } = cell
  return (
    <>
      {stars === undefined ? null : <Stars value={stars} small />}
      {price ? <Price {...price} /> : status ? <DealStatusBadge status={status} /> : stars ? ` ${text}` : text}
      {isLowest ? ' ' : null}
      {isLowest ? (
        <span className="inline-flex items-center gap-1 text-caption font-semibold text-verified">
          <Icon name="check" className="size-4" />
          Lowest
        </span>
      ) : null}
      {note ? <small className={NOTE}>{note}</small> : null}
    </>
  )
}
