import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { countProducts, listManagedProducts } from '~/features/catalog/products/managed-products.server'
import { NOT_THE_SAME_FAILED, PairList } from '~/features/catalog/products/pair-list'
import { submitNotTheSame } from '~/features/catalog/products/pair-response.server'
import { PRODUCT_LIMITS } from '~/features/catalog/products/product'
import { manageProductsPath, type ProductSearch, parseProductSearch } from '~/features/catalog/products/product-search'
import { listSuggestions, SUGGESTIONS_PER_PAGE, type Suggestion } from '~/features/catalog/products/suggestions.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { canMerge } from '~/features/people/accounts/profile'
import { mergePath } from '~/features/staff/merging/merging'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { BackLink } from '~/ui/back-link'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { BoxFoot } from '~/ui/box-foot'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { BY_NAME, byNumber, type Column, ListScreen, RowName } from '~/ui/list-screen'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'
import { SelectField } from '~/ui/select-field'

const TITLE = 'Products'
/** Pairs above the list of products. */
const FIRST_PAIRS = 4

const searchOf = (request: Request) => parseProductSearch(new URL(request.url).searchParams)

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const search = searchOf(request)
  const isAll = search.suggestions === 'all'
  const page = isAll
    ? { limit: SUGGESTIONS_PER_PAGE, offset: (search.page - 1) * SUGGESTIONS_PER_PAGE }
    : { limit: FIRST_PAIRS }
  const [totals, { count, suggestions }, list] = await Promise.all([
    countProducts(),
    isAll || (search.page === 1 && search.q === '') ? listSuggestions(page) : { count: 0, suggestions: [] },
    isAll ? undefined : listManagedProducts(search),
  ])
  const description = 'Products, their offers, and pairs that may be one.'
  const head = pageHead({ title: TITLE, description, path: '/admin/products', isIndexed: false })
  const pages = list?.pages ?? Math.ceil(count / SUGGESTIONS_PER_PAGE)
  return { head, search, totals, count, suggestions, list, pages, mayMerge: canMerge(user) }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, NOT_THE_SAME_FAILED, () =>
    submitNotTheSame(request, user, manageProductsPath(searchOf(request))),
  )
}

export const clientAction = withFormFailure(NOT_THE_SAME_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ProductsPage() {
  const { search, totals, count, suggestions, list, pages, mayMerge } = useLoaderData<typeof loader>()
  const { products, deals, several } = totals
  const errors = summaryOf(useFormResult())
  const lead = `${pluralize(products, 'product')} with ${pluralize(deals, 'deal')}. ${several.toLocaleString('en-US')} ${several === 1 ? 'has' : 'have'} more than one.`
  const above = (
    <>
      <ErrorSummary title="Not saved" errors={errors} />
      {suggestions.length > 0 ? <Suggestions pairs={suggestions} count={count} search={search} /> : null}
    </>
  )
  if (!list) {
    return (
      <>
        <BackLink to="/admin/products">Products</BackLink>
        <ScreenHead title="Suggestions" lead={lead} />
        {above}
        {suggestions.length === 0 ? <p className="text-muted-foreground">No pairs are suggested here.</p> : null}
        <Pagination page={search.page} pageCount={pages} href={(page) => manageProductsPath({ ...search, page })} />
      </>
    )
  }
  return (
    <ListScreen
      head={TITLE}
      lead={lead}
      above={above}
      label="Products"
      filters={{
        search: {
          id: 'q',
          label: 'Search by product or vendor',
          placeholder: '',
          maxLength: PRODUCT_LIMITS.name,
          defaultValue: search.q,
        },
        fields: <SelectField id="offers" name="offers" label="Offers" options={OFFERS} defaultValue={search.offers} />,
      }}
      columns={mayMerge ? [...COLUMNS, MERGE] : COLUMNS}
      rows={list.products}
      empty={{
        icon: 'package',
        title: 'No products yet',
        text: 'Products come with the deals that are offers of them.',
        found: 'No products found',
      }}
      search={search}
      pathOf={manageProductsPath}
      pages={pages}
    />
  )
}

const OFFERS = [
  { value: '', label: 'Any number' },
  { value: 'several', label: 'More than one' },
  { value: 'none-open', label: 'None open' },
]

type Product = Awaited<ReturnType<typeof listManagedProducts>>['products'][number]

const COLUMNS: Column<Product, ProductSearch['sort']>[] = [
  {
    label: 'Product',
    sort: BY_NAME,
    cell: ({ id, name, vendor, website_url }) => (
      <>
        <RowName to={`/admin/products/${id}`} name={name} />
        <p className="text-small text-muted-foreground">
          <bdi>{vendor}</bdi>
        </p>
        {website_url ? (
          <p className="text-caption leading-snug">
            <OutsideLink url={website_url}>{shortUrl(website_url)}</OutsideLink>
          </p>
        ) : null}
      </>
    ),
  },
  {
    label: 'Offers',
    sort: byNumber('offers'),
    cell: ({ offers, open }) => (
      <>
        <span className="hidden cards:inline text-muted-foreground">Offers </span>
        {`${offers.toLocaleString('en-US')} (${open} open)`}
      </>
    ),
  },
  { label: 'Reviews', cell: ratingOf },
]

const MERGE: Column<Product> = {
  label: 'Actions',
  isUnlabeled: true,
  className: 'text-end print:hidden',
  cell: ({ id, name }) => (
    <ButtonLink to={mergePath('product', id)} tone="secondary" size="sm">
      Merge
      <span className="sr-only">
        {' '}
        <bdi>{name}</bdi>
      </span>
    </ButtonLink>
  ),
}

function ratingOf({ average, offers, reviews }: Product) {
  if (average === null) return 'No reviews'
  const over = offers > 1 ? ` over ${pluralize(offers, 'offer')}` : ''
  return `${average.toFixed(1)}${over}, ${pluralize(reviews, 'review')}`
}

type SuggestionsProps = { pairs: Suggestion[]; count: number; search: ProductSearch }

function Suggestions({ pairs, count, search }: SuggestionsProps) {
  const all = manageProductsPath({ suggestions: 'all' })
  return (
    <Box aria-labelledby="suggestions">
      <BoxHead>
        <BoxTitle id="suggestions">These may be one product</BoxTitle>
        <span className="text-small text-muted-foreground">{`${pluralize(count, 'pair')}, most alike first`}</span>
      </BoxHead>
      <PairList pairs={pairs} action={manageProductsPath(search)} />
      <BoxFoot>
        {search.suggestions === '' && count > pairs.length ? (
          <Link className="link inline-flex min-h-9 items-center" to={all} discover="none">
            {`All ${pluralize(count, 'pair')}`}
          </Link>
        ) : null}
        <span>“Not the same” is remembered: the pair does not come back.</span>
      </BoxFoot>
    </Box>
  )
}
