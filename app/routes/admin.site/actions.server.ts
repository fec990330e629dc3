import { data } from '@remix-run/node'
import { receivePicture } from '~/features/catalog/pictures/receive-picture.server'
import type { User } from '~/features/people/accounts/guards.server'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { saveRecord } from '~/features/people/records/save-record.server'
import { SITE, siteForm } from '~/features/site/settings/manage-site.server'
import { findPictureProblem, pictureForm, setSitePicture } from '~/features/site/settings/site-pictures.server'
import { PICTURE_LABELS } from '~/features/site/settings/site-settings'
import { invalid, parseForm, readForm, returnForm } from '~/http/forms.server'
import { isMultipart } from '~/http/multipart.server'
import { badRequest, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

const PATH = '/admin/site'
/** The list that buttons of the form change without scripts, with the fields of its rows. */
const LISTS = { links: ['label', 'url'] }

export async function changeSite(request: Request, admin: User) {
  // Only the forms of pictures come with a file.
  const stored = await receivePicture(request)
  const form = await readForm(request, LISTS)
  if (isMultipart(request) && !form.has('slot')) throw badRequest('Unknown form.')
  return form.has('slot') ? changePicture(request, admin, stored) : saveSettings(request, admin)
}

async function saveSettings(request: Request, admin: User) {
  const submission = await parseForm(request, siteForm, LISTS)
  if (submission.status !== 'success') return returnForm(submission)
  await requireRecentPassword(request, admin)
  const version = Number((await readForm(request)).get('version'))
  const saved = await saveRecord(SITE, admin, 'site', submission.value, version)
  if (!saved) throw notFound('Site')
  if ('conflict' in saved) return data({ ...submission.reply(), conflict: saved.conflict }, 409)
  if ('status' in saved) return invalid(submission, saved)
  return redirectWithToast(PATH, { tone: 'success', title: 'Site updated' })
}

async function changePicture(request: Request, admin: User, stored: Awaited<ReturnType<typeof receivePicture>>) {
  const submission = await parseForm(request, pictureForm)
  if (submission.status !== 'success') return invalid(submission)
  const { slot, intent } = submission.value
  const isRemoved = intent === 'remove-picture'
  const problem = isRemoved ? undefined : findPictureProblem(slot, stored)
  if (problem) return invalid(submission, { fieldErrors: { [slot]: [problem] } })
  await requireRecentPassword(request, admin)
  await setSitePicture(admin.id, slot, !isRemoved && stored && 'id' in stored ? stored : null)
  return redirectWithToast(PATH, {
    tone: 'success',
    title: `${PICTURE_LABELS[slot]} ${isRemoved ? 'removed' : 'changed'}`,
  })
}
