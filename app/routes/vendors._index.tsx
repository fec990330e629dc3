import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { breadcrumbData } from '~/features/audience/seo/structured-data.server'
import { endOf, VENDOR_STATUS_LABELS } from '~/features/catalog/vendors/vendor'
import {
  LETTERS,
  LETTERS_FROM,
  parseVendorList,
  VENDORS_PER_PAGE,
  vendorListPath,
} from '~/features/catalog/vendors/vendor-list'
import { type ListedVendor, listLetters, listVendors } from '~/features/catalog/vendors/vendors.server'
import { withLoadFailure } from '~/http/responses.server'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { EmptyState } from '~/ui/empty-state'
import { ErrorScreen } from '~/ui/error-screen'
import { SearchInput } from '~/ui/input'
import { formatDate } from '~/ui/local-date'
import { PageHeading } from '~/ui/page-heading'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'

export async function loader({ request }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const asked = parseVendorList(new URL(request.url).searchParams)
    const letters = await listLetters()
    const total = letters.reduce((sum, { vendors }) => sum + vendors, 0)
    const hasLetterPages = total >= LETTERS_FROM
    const first = hasLetterPages ? (letters[0]?.letter ?? '') : ''
    const search = { ...asked, letter: asked.q || !hasLetterPages ? '' : asked.letter || first }
    const found = await listVendors(search)
    if (found.length === 0 && search.page > 1) throw redirect(vendorListPath({ ...search, page: 1 }))

    const address = { ...search, letter: search.letter === first ? '' : search.letter }
    const title = search.letter && search.letter !== first ? `Vendors: ${search.letter}` : 'Vendors'
    const head = await describePage({
      title,
      description: 'Software makers with at least one listed offer, A to Z.',
      path: vendorListPath(address),
      isIndexed: search.q === '',
    })
    return {
      search,
      total,
      hasLetterPages,
      letters: letters.map(({ letter }) => letter),
      vendors: found.slice(0, VENDORS_PER_PAGE).map(({ id: _id, ...vendor }) => vendor),
      pages: search.page + (found.length > VENDORS_PER_PAGE ? 1 : 0),
      head,
      structured: breadcrumbData([{ label: 'Vendors', path: '/vendors' }]),
    }
  })
}

const LETTER = 'inline-grid min-h-9 min-w-8 place-items-center rounded-sm text-control no-underline'

export default function VendorsPage() {
  const { search, total, hasLetterPages, letters, vendors, pages } = useLoaderData<typeof loader>()
  const groups = Map.groupBy(vendors, ({ letter }) => letter)
  if (total === 0) return <NoVendors />
  return (
    <div className="wrap mb-section">
      <PageHeading
        title="Vendors"
        lead={`${pluralize(total, 'software maker')} with at least one listed offer, A to Z.`}
      />
      <div className="grid gap-3 pb-3">
        <search aria-label="Vendors">
          <form action="/vendors" className="grid max-w-lg grid-cols-[minmax(0,1fr)_auto] gap-2">
            <SearchInput
              name="q"
              aria-label="Search vendors"
              placeholder="Search vendors..."
              maxLength={200}
              defaultValue={search.q}
            />
            <Button tone="secondary">Search</Button>
          </form>
        </search>
        <nav className="flex flex-wrap gap-px" aria-label="Letters">
          {LETTERS.map((letter) =>
            letters.includes(letter) ? (
              <Link
                key={letter}
                className={classes(LETTER, 'font-bold text-primary hover:bg-muted aria-[current]:bg-muted')}
                to={hasLetterPages || search.q ? vendorListPath({ letter }) : `#letter-${letter}`}
                aria-current={search.letter === letter ? 'true' : undefined}
                discover="none"
              >
                {letter}
              </Link>
            ) : (
              <span key={letter} className={classes(LETTER, 'text-subtle-foreground')} aria-hidden="true">
                {letter}
              </span>
            ),
          )}
        </nav>
      </div>
      {vendors.length === 0 ? (
        <EmptyState
          icon="store"
          title="No vendors found"
          text={search.q ? 'Try fewer letters of the name.' : undefined}
        />
      ) : null}
      {[...groups].map(([letter, members]) => (
        <section
          key={letter}
          className="pt-7 lg:grid lg:grid-cols-[4rem_minmax(0,1fr)] lg:gap-x-8"
          aria-labelledby={`letter-${letter}`}
        >
          <h2 id={`letter-${letter}`} className="border-foreground border-b-2 pb-2 text-figure-md lg:border-b-0">
            {letter}
          </h2>
          <ul className="grid gap-x-12 border-foreground lg:grid-cols-2 lg:border-t-2">
            {members.map((vendor) => (
              <VendorLine key={vendor.slug} vendor={vendor} />
            ))}
          </ul>
        </section>
      ))}
      <Pagination page={search.page} pageCount={pages} href={(page) => vendorListPath({ ...search, page })} />
    </div>
  )
}

function NoVendors() {
  return (
    <div className="wrap mb-section">
      <PageHeading title="Vendors" />
      <EmptyState icon="store" title="No vendors yet" text="Vendors are listed with their first deal." />
    </div>
  )
}

/** "3 products, 2 open, 9 offers" */
function VendorLine({ vendor }: { vendor: Omit<ListedVendor, 'id'> }) {
  const { name, slug, status, status_on, products, offers, open } = vendor
  const openText = open === 0 ? 'none open' : `${open} open`
  return (
    <li className="wrap-anywhere grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-border border-b py-2.25">
      <Link
        to={`/vendors/${slug}`}
        discover="none"
        className="inline-flex min-h-7 items-center font-semibold no-underline hover:underline"
      >
        <bdi>{name}</bdi>
      </Link>
      <span className="text-end text-muted-foreground text-small">
        {`${pluralize(products, 'product')}, ${openText}, ${pluralize(offers, 'offer')}`}
      </span>
      {endOf(status) && status_on ? (
        <p className="col-span-full text-caption text-subtle-foreground">
          {`${VENDOR_STATUS_LABELS[status]} on ${formatDate(status_on)}`}
        </p>
      ) : null}
    </li>
  )
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/', label: 'Back to the homepage' }} />
}
