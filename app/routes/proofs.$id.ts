import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { findProofContent, removeProof } from '~/features/contributions/reviews/purchase-proofs.server'
import { reviewsPath } from '~/features/contributions/reviews/review-search'
import { requireStaff, requireUser } from '~/features/people/accounts/guards.server'
import { withFormErrors } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

const FAILED = 'Failed to remove the file'

/** The file of a proof, for its member, and for staff while it waits for their decision. A PDF is only ever saved, and nothing in any file can run. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const id = parseRowId(params.id)
  const proof = id ? await findProofContent(id) : undefined
  // Only staff learn whether the proof of another member exists.
  const isOwn = proof?.user_id === user.id
  if (!isOwn) await requireStaff(request)
  if (!proof?.content || !(isOwn || proof.status === 'PENDING')) throw notFound('File')
  const headers = new Headers({
    'Content-Type': proof.media_type,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  })
  if (proof.media_type === 'application/pdf') headers.set('Content-Disposition', 'attachment; filename="proof.pdf"')
  return new Response(new Uint8Array(proof.content), { headers })
}

/** Its member removes it. */
export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireUser(request)
  return withFormErrors(request, FAILED, async () => {
    await readForm(request)
    const id = parseRowId(params.id)
    const removed = id && (await removeProof(user.id, id))
    if (!removed) throw notFound('File')
    const text = removed.wasWaiting ? 'It was removed from the queue.' : 'The decision stands.'
    return redirectWithToast(reviewsPath(removed.slug), { tone: 'success', title: 'File removed', text })
  })
}

export const clientAction = withFormFailure(FAILED)
