import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { decide } from '~/features/moderation/decide.server'
import { verdictFailure } from '~/features/moderation/queue'
import { QueuePage } from '~/features/moderation/queue-page'
import { loadQueue } from '~/features/moderation/screens.server'
import type { VerdictResult } from '~/features/moderation/verdict-result'
import { withFormFailure } from '~/http/form-failure'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { privatePageHeaders } from '~/http/private-page'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return loadQueue({ kind: 'review', request, staff })
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decide({ kind: 'review', request, staff })
}

export const clientAction = withFormFailure(verdictFailure('review'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function ReviewQueuePage() {
  return <QueuePage {...useLoaderData<typeof loader>()} result={useFormResult<VerdictResult>()} />
}
