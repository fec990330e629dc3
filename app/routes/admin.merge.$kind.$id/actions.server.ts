import { z } from 'zod'
import type { User } from '~/features/people/accounts/guards.server'
import { canMerge } from '~/features/people/accounts/profile'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { recordDenial } from '~/features/people/audit/audit.server'
import { mergeRecords } from '~/features/staff/merging/merge.server'
import { MERGE_SPECS } from '~/features/staff/merging/merge-kinds.server'
import type { MergeKindName } from '~/features/staff/merging/merging'
import { invalid, parseForm } from '~/http/forms.server'
import { forbidden, notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

/** Merges the record of the page into the submitted one, which is confirmed to be the same. */
export async function submitMerge(request: Request, user: User, kind: MergeKindName, id: string) {
  const { plural, same = kind } = MERGE_SPECS[kind]
  if (!canMerge(user)) {
    await recordDenial(user.id)
    throw forbidden(`Only admins can merge ${plural}.`)
  }
  const form = z.object({
    into: z.uuid({ error: `Choose the ${kind} that stays.` }),
    sure: z.literal('on', { error: `Confirm that these two are the same ${same}.` }),
  })
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)

  await requireRecentPassword(request, user)
  const { into } = submission.value
  const merged = await mergeRecords(user, kind, id, into)
  if (merged.outcome === 'missing') throw notFound(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}`)
  if (merged.outcome === 'refused') return invalid(submission, { status: 409, formErrors: [merged.reason] })
  const done = `${plural.charAt(0).toUpperCase()}${plural.slice(1)} merged`
  const title = merged.outcome === 'already' ? `These ${plural} were merged already` : done
  return redirectWithToast(`/admin/${plural}/${into}`, { tone: 'success', title })
}
