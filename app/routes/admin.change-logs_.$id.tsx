import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { decide } from '~/features/moderation/decide.server'
import { ItemPage, MissingItem } from '~/features/moderation/item-page'
import { verdictFailure } from '~/features/moderation/queue'
import { loadItem } from '~/features/moderation/screens.server'
import type { VerdictResult } from '~/features/moderation/verdict-result'
import { withFormFailure } from '~/http/form-failure'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { privatePageHeaders } from '~/http/private-page'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return loadItem({ kind: 'change_log', id: params.id!, staff })
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decide({ kind: 'change_log', request, staff })
}

export const clientAction = withFormFailure(verdictFailure('change_log'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function ChangeLogPage() {
  return <ItemPage {...useLoaderData<typeof loader>()} result={useFormResult<VerdictResult>()} />
}

export function ErrorBoundary() {
  return <MissingItem kind="change_log" />
}
