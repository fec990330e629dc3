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
import { EmptyState } from '~/ui/empty-state'
import { ErrorScreen } from '~/ui/error-screen'
import { Icon } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import '~/styles/vendor.css'

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
      description: 'Makers of software with at least one offer on record, A to Z.',
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

export default function VendorsPage() {
  const { search, total, hasLetterPages, letters, vendors, pages } = useLoaderData<typeof loader>()
  const groups = Map.groupBy(vendors, ({ letter }) => letter)
  return (
    <div className="wrap spaced">
      <div className="page-head">
        <h1>Vendors</h1>
        <p className="lead">{`${pluralize(total, 'maker')} of software with at least one offer on record, A to Z.`}</p>
      </div>
      <div className="vendor-find">
        <search aria-label="Vendors">
          <form action="/vendors">
            <div className="search">
              <Icon name="search" />
              <input
                className="input"
                type="search"
                name="q"
                aria-label="Search vendors"
                placeholder="Search vendors..."
                maxLength={200}
                defaultValue={search.q}
              />
            </div>
            <Button tone="secondary">Search</Button>
          </form>
        </search>
        <nav className="vendor-letters" aria-label="Letters">
          {LETTERS.map((letter) =>
            letters.includes(letter) ? (
              <Link
                key={letter}
                to={hasLetterPages || search.q ? vendorListPath({ letter }) : `#letter-${letter}`}
                aria-current={search.letter === letter ? 'true' : undefined}
                discover="none"
              >
                {letter}
              </Link>
            ) : (
              <span key={letter} aria-hidden="true">
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
          text={search.q ? 'Try a shorter part of the name.' : undefined}
        />
      ) : null}
      {[...groups].map(([letter, members]) => (
        <section key={letter} className="vendor-letter" aria-labelledby={`letter-${letter}`}>
          <h2 id={`letter-${letter}`}>{letter}</h2>
          <ul>
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

/** "3 products, 9 offers, 4 open" */
function VendorLine({ vendor }: { vendor: Omit<ListedVendor, 'id'> }) {
  const { name, slug, status, status_on, products, offers, open } = vendor
  const openText = open === 0 ? 'none open' : offers === 1 ? 'open' : `${open} open`
  return (
    <li>
      <Link to={`/vendors/${slug}`} discover="none">
        <bdi>{name}</bdi>
      </Link>
      <span>{`${pluralize(products, 'product')}, ${pluralize(offers, 'offer')}, ${openText}`}</span>
      {endOf(status) && status_on ? <p>{`${VENDOR_STATUS_LABELS[status]} on ${formatDate(status_on)}`}</p> : null}
    </li>
  )
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/', label: 'Back to the homepage' }} />
}
