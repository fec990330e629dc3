import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  categoryForm,
  findManagedCategory,
  listPossibleParents,
  removeCategory,
  saveCategory,
} from '~/features/catalog/categories/manage-categories.server'
import { CATEGORY_LIMITS } from '~/features/catalog/taxonomy/taxonomy'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { canMerge } from '~/features/people/accounts/profile'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { mergePath } from '~/features/staff/merging/merging'
import { findRecord, parseRecordId, writeRecord } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldsOf, recordFailure, revalidateAfterConflict, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { TextArea, TextField } from '~/ui/field'
import { pluralize } from '~/ui/pluralize'
import { PlainRecordScreen } from '~/ui/record-screen'
import { SelectField } from '~/ui/select-field'

const NOUN = 'Category'
const LIST = { to: '/admin/categories', label: 'Manage Categories' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const [category, parents] = await Promise.all([
    findRecord(params.id, NOUN, findManagedCategory),
    listPossibleParents(parseRecordId(params.id, NOUN)),
  ])
  const title = category?.name ?? 'New Category'
  const head = pageHead({ title, description: 'A category and its parent.', path: LIST.to, isIndexed: false })
  return {
    title,
    head,
    category,
    parents,
    mergeTo: category && canMerge(user) ? mergePath('category', params.id!) : undefined,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return writeRecord(request, parseRecordId(params.id, NOUN), {
    noun: NOUN,
    list: LIST.to,
    form: categoryForm,
    save: (id, value, version) => saveCategory(user.id, id, value, version),
    remove: async (id) => {
      await requireRecentPassword(request, user)
      return removeCategory(user.id, id)
    },
  })
}

export const clientAction = withFormFailure(recordFailure(NOUN))

export const shouldRevalidate = revalidateAfterConflict

export default function ManageCategoryPage() {
  const { title, category, parents, mergeTo } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const field = fieldsOf(result, category)
  const above = [
    { value: '', label: 'None (top level)' },
    ...parents.map(({ slug, name }) => ({ value: slug, label: name })),
  ]
  // An import may have set a parent that is not among the options.
  const { parent_slug = null } = category ?? {}
  if (parent_slug && !parents.some(({ slug }) => slug === parent_slug))
    above.push({ value: parent_slug, label: parent_slug })
  return (
    <PlainRecordScreen
      title={title}
      noun={NOUN}
      list={LIST}
      errors={summaryOf(result)}
      record={category}
      further={mergeTo ? <MergeBox to={mergeTo} /> : null}
      consequence={describeFollowers(category?.followers ?? 0)}
      password={passwordAgain(result, { intent: 'delete' })}
    >
      <TextField {...field('name')} label="Name" required maxLength={CATEGORY_LIMITS.name} />
      <TextField
        {...field('slug')}
        label="Slug"
        optional
        hint="Leave empty to generate it from the name. The old URL redirects to the new one."
      />
      <SelectField {...field('parent_slug')} label="Parent" options={above} />
      <TextArea
        {...field('description')}
        label="Description"
        optional
        counter
        maxLength={CATEGORY_LIMITS.description}
      />
    </PlainRecordScreen>
  )
}

function describeFollowers(count: number) {
  if (count === 0) return 'No members follow it.'
  return `${pluralize(count, 'member follows', 'members follow')} it and will no longer be notified.`
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
