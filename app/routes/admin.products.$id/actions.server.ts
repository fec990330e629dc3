import { productForm, saveProduct } from '~/features/catalog/products/save-product.server'
import type { User } from '~/features/people/accounts/guards.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

export async function submitProduct(request: Request, user: User, id: string) {
  const sent = await readForm(request)
  const submission = await parseForm(request, productForm)
  if (submission.status !== 'success') return invalid(submission)
  const saved = await saveProduct(user.id, id, submission.value, String(sent.get('version') ?? ''))
  if (!saved) throw notFound('Product')
  if ('status' in saved) return invalid(submission, saved)
  return redirectWithToast(`/admin/products/${id}`, { tone: 'success', title: 'Product updated' })
}
