import { data } from '@remix-run/node'
import { z } from 'zod'
import type { User } from '~/features/people/accounts/guards.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import { PAGE, removePage, restoreOriginal } from '~/features/site/pages/manage-pages.server'
import { pageForm } from '~/features/site/pages/page-form.server'
import { renderDraft } from '~/features/site/pages/page-text.server'
import { parseForm, readForm, readValue } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

const LIST = '/admin/pages'

/** Saves the page, or with a `step` only shows what was typed. Undefined `slug` for a new page. */
export async function submitPage(request: Request, admin: User, slug: string | undefined) {
  const sent = await readForm(request)
  const submission = await parseForm(request, pageForm(slug))
  const preview = renderDraft([sent.get('body'), sent.get('body_after')])
  if (sent.has('step')) return data({ ...submission.reply(), preview })
  if (submission.status !== 'success') return data({ ...submission.reply(), preview }, 400)

  await requireRecentPassword(request, admin, { preview })
  const values = submission.value
  const saved = await saveRecord(PAGE, admin, slug, values, Number(sent.get('version')))
  if (!saved) throw notFound('Page')
  if ('conflict' in saved) return data({ ...submission.reply(), preview, conflict: saved.conflict }, 409)
  if ('status' in saved) return data({ ...submission.reply(saved), preview }, 400)
  return redirectWithToast(LIST, { tone: 'success', title: `${values.title} published` })
}

const removalForm = z.object({ intent: z.enum(['original', 'delete']), version: z.coerce.number() })

/** The buttons that take a text away. Undefined for the form of the text. */
export async function removeText(request: Request, admin: User, slug: string) {
  const form = await readValue(request, removalForm)
  if (!form) return undefined
  await requireRecentPassword(request, admin)
  const { intent, version } = form
  if (intent === 'delete') {
    if ((await removePage(admin, slug)) !== 'removed') throw notFound('Page')
    return redirectWithToast(LIST, { tone: 'success', title: 'Page deleted' })
  }
  const saved = await restoreOriginal(admin, slug, version)
  if (!saved) throw notFound('Page')
  const toast = !('id' in saved)
    ? { tone: 'error' as const, title: 'Not restored', text: 'Someone else changed this page. Please look again.' }
    : { tone: 'success' as const, title: 'Original text restored' }
  return redirectWithToast(`${LIST}/${slug}`, toast)
}
