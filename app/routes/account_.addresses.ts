import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { requireActiveUser, requireUser } from '~/features/accounts/guards.server'
import { ADDRESSES_SECTION } from '~/features/private-addresses/address-forms'
import { renewPrivateAddresses } from '~/features/private-addresses/private-addresses.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { readForm } from '~/http/forms.server'
import { redirectWithToast } from '~/http/toast.server'

const FAILED = 'Failed to make new addresses'

/** Makes new addresses of the calendar and the feed; the page that shows them is another one. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request)
  return redirect(ADDRESSES_SECTION)
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  return withFormErrors(request, FAILED, async () => {
    await readForm(request)
    await renewPrivateAddresses(user.id)
    return redirectWithToast(ADDRESSES_SECTION, { tone: 'success', title: 'The old addresses no longer work' })
  })
}

export const clientAction = withFormFailure(FAILED)
