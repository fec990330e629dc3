import { useLoaderData } from '@remix-run/react'
import { SEO_FIELDS } from '~/features/audience/seo/seo'
import { SeoPreview } from '~/features/audience/seo/seo-preview'
import { SEO_ENTRY } from '~/features/audience/seo/seo-record.server'
import { RecordScreen } from '~/features/people/records/record-screen'
import { recordAction, recordLoader } from '~/features/people/records/records.server'
import { recordFailure, withFormFailure } from '~/http/forms'

export const loader = recordLoader(SEO_ENTRY)

export const action = recordAction(SEO_ENTRY)

export const clientAction = withFormFailure(recordFailure('Entry'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SeoEntryPage() {
  const page = useLoaderData<typeof loader>()
  const { record, site, title } = page
  return (
    <RecordScreen
      page={page}
      fields={SEO_FIELDS}
      aside={<SeoPreview page={record ? site + title : site} texts={record} />}
    />
  )
}
