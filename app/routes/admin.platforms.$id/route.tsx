import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { findManagedPlatform, removePlatform, savePlatform } from '~/features/platforms/manage-platforms.server'
import { PLATFORM_LIMITS } from '~/features/platforms/platform'
import { platformForm } from '~/features/platforms/platform-form.server'
import { recordFailure } from '~/http/failed-form'
import { withFormFailure } from '~/http/form-failure'
import { fieldsOf, summaryOf } from '~/http/form-result'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { findRecord, parseRecordId, writeRecord } from '~/http/record-form.server'
import { revalidateAfterConflict } from '~/http/revalidation'
import { TextField } from '~/ui/field'
import { RecordScreen } from '~/ui/record-screen'
import '~/styles/members.css'

const NOUN = 'Platform'
const LIST = { to: '/admin/platforms', label: 'Manage Platforms' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const platform = await findRecord(params.id, NOUN, findManagedPlatform)
  const title = platform?.name ?? 'New Platform'
  const head = pageHead({ title, description: 'A platform and its website.', path: LIST.to, isIndexed: false })
  return { title, head, platform }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return writeRecord(request, parseRecordId(params.id, NOUN), {
    noun: NOUN,
    list: LIST.to,
    form: platformForm,
    save: (id, value, version) => savePlatform(user.id, id, value, version),
    remove: (id) => removePlatform(user.id, id),
  })
}

export const clientAction = withFormFailure(recordFailure(NOUN))

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export const shouldRevalidate = revalidateAfterConflict

export default function PlatformPage() {
  const { title, platform } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const field = fieldsOf(result, platform)
  return (
    <RecordScreen title={title} noun={NOUN} list={LIST} errors={summaryOf(result)} record={platform}>
      <TextField {...field('name')} label="Name" required maxLength={PLATFORM_LIMITS.name} />
      <TextField
        {...field('slug')}
        label="Slug"
        optional
        hint="Leave empty to generate it from the name. The old URL redirects to the new one."
      />
      <TextField
        {...field('website_url')}
        label="Website URL"
        type="url"
        optional
        placeholder="https://"
        maxLength={PLATFORM_LIMITS.website_url}
      />
    </RecordScreen>
  )
}
