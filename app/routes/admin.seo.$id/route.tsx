import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findSeoRow, removeSeoRow, saveSeoRow } from '~/features/audience/seo/manage-seo.server'
import { SEO_LIMITS, SEO_ROOTS, SEO_SHOWN, SEO_TYPE_LABELS, SEO_TYPES } from '~/features/audience/seo/seo'
import { seoForm } from '~/features/audience/seo/seo-form.server'
import { SeoPreview } from '~/features/audience/seo/seo-preview'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { findRecord, parseRecordId, writeRecord } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldsOf, recordFailure, revalidateAfterConflict, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead, siteUrl } from '~/http/page.server'
import { TextArea, TextField } from '~/ui/field'
import { PlainRecordScreen } from '~/ui/record-screen'
import { SelectField } from '~/ui/select-field'

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
    <PlainRecordScreen
      title={title}
      noun={NOUN}
      list={LIST}
      errors={summaryOf(result)}
      record={row}
      aside={<SeoPreview page={row ? site + title : site} texts={row} />}
    >
      <SeoFields field={fieldsOf(result, row)} />
    </PlainRecordScreen>
  )
}

type Name =
  | 'entity_type'
  | 'entity'
  | 'meta_title'
  | 'meta_description'
  | 'og_title'
  | 'og_description'
  | 'og_image_url'
type SeoFieldsProps = { field: (name: Name) => ReturnType<ReturnType<typeof fieldsOf>> }

const TYPES = SEO_TYPES.map((value) => ({ value, label: SEO_TYPE_LABELS[value] }))

function SeoFields({ field }: SeoFieldsProps) {
  const { title, description, url, entity } = SEO_LIMITS
  return (
    <>
      <SelectField {...field('entity_type')} label="About" options={TYPES} />
      <TextField
        {...field('entity')}
        label="Slug or path"
        required
        maxLength={entity}
        hint="quillstack for a deal, design-media for a category, /about for a page. You can also paste the full URL."
      />
      <TextField
        {...field('meta_title')}
        label="Title"
        optional
        counter
        maxLength={title}
        hint={`Search engines show about ${SEO_SHOWN.title} characters.`}
      />
      <TextArea
        {...field('meta_description')}
        label="Description"
        optional
        counter
        maxLength={description}
        hint={`Search engines show about ${SEO_SHOWN.description} characters.`}
      />
      <TextField {...field('og_title')} label="Title when shared" optional counter maxLength={title} />
      <TextArea {...field('og_description')} label="Description when shared" optional counter maxLength={description} />
      <TextField
        {...field('og_image_url')}
        label="Image when shared"
        inputMode="url"
        optional
        placeholder="https://"
        maxLength={url}
        hint="1200 x 630 pixels work best."
      />
    </>
  )
}
