import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { receivePicture } from '~/features/catalog/pictures/receive-picture.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { withFormErrors } from '~/http/actions.server'
import { withFormFailure } from '~/http/forms'
import { badRequest, onlyPost } from '~/http/responses.server'

const FAILED = 'Failed to upload the picture'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return onlyPost()
}

/** Stores the picture of an editor that shows the progress of its upload. Without scripts the file comes with the form. */
export async function action({ request }: ActionFunctionArgs) {
  await requireStaff(request)
  return withFormErrors(request, FAILED, async () => {
    const stored = await receivePicture(request)
    if (!stored) throw badRequest('Choose a picture first.')
    return Response.json(stored, { status: 'problem' in stored ? 400 : 200 })
  })
}

export const clientAction = withFormFailure(FAILED)
