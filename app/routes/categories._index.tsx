import { Link, type MetaFunction, useLoaderData } from '@remix-run/react'
import { listTopCategories } from '~/features/categories/categories.server'
import { describePage } from '~/features/seo/describe-page.server'
import { headTags } from '~/http/page-head'
import { publicPageHeaders } from '~/http/public-page'
import { EmptyState } from '~/ui/empty-state'
import { Icon } from '~/ui/icon'

const LEAD = 'Every deal belongs to one category.'

export async function loader() {
  const [categories, head] = await Promise.all([
    listTopCategories(),
    describePage({ title: 'Categories', description: LEAD, path: '/categories' }),
  ])
  return { categories, head }
}

export const headers = publicPageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function CategoriesPage() {
  const { categories } = useLoaderData<typeof loader>()
  return (
    <div className="wrap spaced">
      <div className="page-head">
        <h1>Categories</h1>
        <p className="lead">{LEAD}</p>
      </div>
      {categories.length === 0 ? (
        <EmptyState icon="folder-open" title="No categories available" />
      ) : (
        <div className="index">
          {categories.map(({ id, name, slug, description }) => (
            <Link discover="none" key={id} to={`/categories/${slug}`}>
              <h2>{name}</h2>
              {description ? <p>{description}</p> : null}
              <Icon name="chevron-right" />
            </Link>
          ))}
        </div>
      )}
    </div>
  )
}
