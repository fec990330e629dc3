import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findKind, queueFailure } from '~/features/contributions/kinds/kinds'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { decideInQueue } from '~/features/staff/queue/actions.server'
import { loadItem } from '~/features/staff/queue/context.server'
import type { DecisionResult } from '~/features/staff/queue/item'
import { ItemPage, MissingItem } from '~/features/staff/queue/item-page'
import { useFormResult } from '~/http/form-hooks'
import { withFormFailure } from '~/http/forms'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request)
  return loadItem(request, staff, params.kind, params.id)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request)
  const [kind, id] = [findKind(params.kind), parseRowId(params.id)]
  if (!kind || !id) throw notFound('Item')
  return decideInQueue({ request, staff, page: { kind, id } })
}

export const clientAction = withFormFailure(queueFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function QueueItemRoute() {
  const { item, now } = useLoaderData<typeof loader>()
  return <ItemPage key={item.id} item={item} now={now} result={useFormResult<DecisionResult>()} />
}

export function ErrorBoundary() {
  return <MissingItem />
}
