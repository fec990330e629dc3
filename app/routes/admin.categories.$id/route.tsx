import { useLoaderData } from '@remix-run/react'
import { CATEGORY_FIELDS } from '~/features/catalog/categories/category'
import { CATEGORY } from '~/features/catalog/categories/category-record.server'
import { RecordScreen } from '~/features/people/records/record-screen'
import { recordAction, recordLoader } from '~/features/people/records/records.server'
import { mergePath } from '~/features/staff/merging/merging'
import { recordFailure, withFormFailure } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { pluralize } from '~/ui/pluralize'

export const loader = recordLoader(CATEGORY)

export const action = recordAction(CATEGORY)

export const clientAction = withFormFailure(recordFailure('Category'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ManageCategoryPage() {
  const page = useLoaderData<typeof loader>()
  const { id, record, parents, followers, mayMerge } = page
  const options = parents.map(({ slug, name }) => ({ value: slug, label: name }))
  // An import may have set a parent that is not among the options.
  const parent = record?.parent_slug
  if (parent && !parents.some(({ slug }) => slug === parent)) options.push({ value: parent, label: parent })
  return (
    <RecordScreen
      page={page}
      fields={CATEGORY_FIELDS}
      options={{ parent_slug: options }}
      further={id && mayMerge ? <MergeBox to={mergePath('category', id)} /> : null}
      consequence={
        followers === 0
          ? 'No members follow it.'
          : `${pluralize(followers, 'member follows', 'members follow')} it and will no longer be notified.`
      }
    />
  )
}

function MergeBox({ to }: { to: string }) {
  return (
    <Box aria-labelledby="merge">
      <BoxHead>
        <BoxTitle id="merge">Merge this category</BoxTitle>
      </BoxHead>
      <BoxBody className="grid content-start gap-5">
        <p>Moves its deals and subcategories to another category and redirects its URL there.</p>
        <div>
          <ButtonLink to={to} tone="secondary">
            Merge into…
          </ButtonLink>
        </div>
      </BoxBody>
    </Box>
  )
}
