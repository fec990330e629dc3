import { endOf } from '~/features/catalog/vendors/vendor'
import { vendorForm } from '~/features/catalog/vendors/vendor-form.server'
import type { User } from '~/features/people/accounts/guards.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { saveVendor } from '~/features/staff/editing/save-vendor.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

export async function submitVendor(request: Request, user: User, param: string) {
  const id = parseRowId(param)
  if (!id) throw notFound('Vendor')
  const sent = await readForm(request)
  const submission = await parseForm(request, vendorForm)
  if (submission.status !== 'success') return invalid(submission)
  // These write an entry on each of its deals, of which owners are notified.
  if (endOf(submission.value.status)) await requireRecentPassword(request, user)
  const saved = await saveVendor(user.id, id, submission.value, String(sent.get('version') ?? ''))
  if (!saved) throw notFound('Vendor')
  if ('status' in saved) return invalid(submission, saved)
  return redirectWithToast(`/admin/vendors/${id}`, { tone: 'success', title: 'Vendor updated' })
}
