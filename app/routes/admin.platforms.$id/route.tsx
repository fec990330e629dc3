import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { REFUND_STARTS } from '~/features/catalog/deals/terms'
import {
  findManagedPlatform,
  platformForm,
  removePlatform,
  savePlatform,
} from '~/features/catalog/platforms/manage-platforms.server'
import { PLATFORM_LIMITS } from '~/features/catalog/taxonomy/taxonomy'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { findRecord, parseRecordId, writeRecord } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { fieldsOf, recordFailure, revalidateAfterConflict, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { TextField } from '~/ui/field'
import { RecordScreen } from '~/ui/record-screen'
import { SelectField } from '~/ui/select-field'

const NOUN = 'Platform'
const STARTS = [
  { value: '', label: 'Not stated' },
  ...Object.entries(REFUND_STARTS).map(([value, label]) => ({ value, label })),
]
const LIST = { to: '/admin/platforms', label: 'Manage Platforms' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const platform = await findRecord(params.id, NOUN, findManagedPlatform)
  const title = platform?.name ?? 'New Platform'
  const head = pageHead({
    title,
    description: 'A platform, its website and its rules.',
    path: LIST.to,
    isIndexed: false,
  })
  return { title, head, platform }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return writeRecord(request, parseRecordId(params.id, NOUN), {
    noun: NOUN,
    list: LIST.to,
    form: platformForm,
    save: (id, value, version) => savePlatform(user.id, id, value, version),
    remove: async (id) => {
      await requireRecentPassword(request, user)
      return removePlatform(user.id, id)
    },
  })
}

export const clientAction = withFormFailure(recordFailure(NOUN))

export const shouldRevalidate = revalidateAfterConflict

export default function ManagePlatformPage() {
  const { title, platform } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const field = fieldsOf(result, platform)
  return (
    <RecordScreen
      title={title}
      noun={NOUN}
      list={LIST}
      errors={summaryOf(result)}
      record={platform}
      password={passwordAgain(result, { intent: 'delete' })}
    >
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
        inputMode="url"
        optional
        placeholder="https://"
        maxLength={PLATFORM_LIMITS.website_url}
      />
      <TextField
        {...field('refund_days')}
        label="Refund days"
        optional
        inputMode="numeric"
        maxLength={9}
        hint="The rule for deals that state none of their own. 0 means no refund."
      />
      <SelectField {...field('refund_from')} label="Refund counts from" optional options={STARTS} />
      <TextField
        {...field('buyer_protection')}
        label="Buyer protection"
        optional
        maxLength={PLATFORM_LIMITS.buyer_protection}
        hint="Such as: Full refund if never activated."
      />
    </RecordScreen>
  )
}
