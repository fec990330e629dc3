import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { decide } from '~/features/moderation/decide.server'
import { QueuePage } from '~/features/moderation/queue-page'
import { loadQueue } from '~/features/moderation/screens.server'
import { headTags } from '~/http/page-head'
import { privatePageHeaders } from '~/http/private-page'

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return loadQueue({ kind: 'comment', request, staff })
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decide({ kind: 'comment', request, staff })
}

export { reloadAfterConflict as shouldRevalidate } from '~/http/reload-after-conflict'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function CommentQueuePage() {
  return <QueuePage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
}
