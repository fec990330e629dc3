import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useActionData, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { decide } from '~/features/moderation/decide.server'
import { ItemPage, MissingItem } from '~/features/moderation/item-page'
import { loadItem } from '~/features/moderation/screens.server'
import { headTags } from '~/http/page-head'
import { privatePageHeaders } from '~/http/private-page'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return loadItem({ kind: 'comment', id: params.id!, staff })
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  return decide({ kind: 'comment', request, staff })
}

export { reloadAfterConflict as shouldRevalidate } from '~/http/reload-after-conflict'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function CommentPage() {
  return <ItemPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()} />
}

export function ErrorBoundary() {
  return <MissingItem kind="comment" />
}
