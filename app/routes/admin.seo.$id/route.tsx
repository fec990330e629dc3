import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findSeoRow, removeSeoRow, saveSeoRow } from '~/features/audience/seo/manage-seo.server'
import { SEO_ROOTS } from '~/features/audience/seo/seo'
import { seoForm } from '~/features/audience/seo/seo-form.server'
import { SeoPreview } from '~/features/audience/seo/seo-preview'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { findRecord, parseRecordId, writeRecord } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldsOf, recordFailure, revalidateAfterConflict, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead, siteUrl } from '~/http/page.server'
import { RecordScreen } from '~/ui/record-screen'
import '~/styles/members.css'
import { SeoFields } from './seo-fields'

const NOUN = 'Entry'
const LIST = { to: '/admin/seo', label: 'Manage SEO' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const row = await findRecord(params.id, NOUN, findSeoRow)
  const title = row ? SEO_ROOTS[row.entity_type] + row.entity : 'New Entry'
  const head = pageHead({
    title,
    description: 'Title, description and image of a page.',
    path: LIST.to,
    isIndexed: false,
  })
  return { title, head, row, site: siteUrl('') }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return writeRecord(request, parseRecordId(params.id, NOUN), {
    noun: NOUN,
    list: LIST.to,
    form: seoForm,
    save: (id, value, version) => saveSeoRow(user.id, id, value, version),
    remove: (id) => removeSeoRow(user.id, id),
  })
}

export const clientAction = withFormFailure(recordFailure(NOUN))

export const shouldRevalidate = revalidateAfterConflict

export default function SeoEntryPage() {
  const { title, row, site } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <RecordScreen
      title={title}
      noun={NOUN}
      list={LIST}
      errors={summaryOf(result)}
      record={row}
      aside={<SeoPreview page={row ? site + title : site} texts={row} />}
    >
      <SeoFields field={fieldsOf(result, row)} />
    </RecordScreen>
  )
}
