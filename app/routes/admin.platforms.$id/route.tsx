import { useLoaderData } from '@remix-run/react'
import { PLATFORM_FIELDS } from '~/features/catalog/platforms/platform'
import { PLATFORM } from '~/features/catalog/platforms/platform-record.server'
import { RecordScreen } from '~/features/people/records/record-screen'
import { recordAction, recordLoader } from '~/features/people/records/records.server'
import { recordFailure, withFormFailure } from '~/http/forms'

export const loader = recordLoader(PLATFORM)

export const action = recordAction(PLATFORM)

export const clientAction = withFormFailure(recordFailure('Platform'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ManagePlatformPage() {
  return <RecordScreen page={useLoaderData<typeof loader>()} fields={PLATFORM_FIELDS} />
}
