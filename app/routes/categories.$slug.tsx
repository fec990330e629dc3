import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { FollowButton } from '~/features/audience/following/follow-button'
import { isFollowing } from '~/features/audience/following/follows.server'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { breadcrumbData } from '~/features/audience/seo/structured-data.server'
import { findCategory, findMovedCategory } from '~/features/catalog/categories/categories.server'
import { dealFeeds, dealListPath } from '~/features/catalog/deals/list/deal-filters'
import { DealListing, listingPath } from '~/features/catalog/deals/list/listing'
import { loadTaxonomyPage } from '~/features/catalog/taxonomy/taxonomy-page.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { withLoadFailure } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { Tag } from '~/ui/badge'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorScreen } from '~/ui/error-screen'
import { PageHeading } from '~/ui/page-heading'

export async function loader({ request, params }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const {
      row: category,
      list,
      today,
      page,
      path,
    } = await loadTaxonomyPage(request, 'category', params.slug!, {
      find: findCategory,
      findMoved: findMovedCategory,
    })

    const head = await describePage(
      {
        title: `${category.full_name} lifetime deals`,
        description: category.description ?? `Lifetime deals in ${category.full_name}, open ones first.`,
        path: listingPath(path, page),
        feeds: dealFeeds(`Newest deals in ${category.full_name}`, { category: category.slug }),
      },
      { type: 'CATEGORY', id: category.id },
    )
    const user = await findUser(request)
    const isFollowed = user && (await isFollowing(user.id, 'category', category.id))
    const above = category.parent ? [category.parent, category] : [category]
    const crumbs = above.map(({ name, slug }) => ({ label: name, path: `/categories/${slug}` }))
    const structured = breadcrumbData([{ label: 'Categories', path: '/categories' }, ...crumbs])
    return { category, list, today, page, path, isFollowed, head, structured }
  })
}

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function CategoryPage() {
  const { category, list, today, page, path, isFollowed } = useLoaderData<typeof loader>()
  return (
    <div className="wrap mb-section">
      <PageHeading
        above={<BackLink to="/categories">Back to Categories</BackLink>}
        title={category.name}
        lead={category.description}
        actions={<FollowButton kind="category" slug={category.slug} label="this category" isFollowed={isFollowed} />}
      >
        {category.parent ? (
          <p className="text-small text-muted-foreground">
            {'Part of '}
            <Link className="link" to={`/categories/${category.parent.slug}`}>
              {category.parent.name}
            </Link>
          </p>
        ) : null}
        {category.children.length > 0 ? (
          <nav className="mt-2 flex flex-wrap gap-1.5" aria-label={`Categories in ${category.name}`}>
            {category.children.map(({ id, name, slug }) => (
              <Tag key={id} to={`/categories/${slug}`}>
                {name}
              </Tag>
            ))}
          </nav>
        ) : null}
      </PageHeading>
      <DealListing
        {...{ list, today, page, path }}
        everyOffer={dealListPath({ category: category.slug, offers: 'all' })}
      >
        <EmptyState icon="folder-open" title="No deals in this category yet">
          <ButtonLink to="/categories" tone="secondary">
            Back to Categories
          </ButtonLink>
        </EmptyState>
      </DealListing>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorScreen back={{ to: '/categories', label: 'Back to Categories' }} />
}
