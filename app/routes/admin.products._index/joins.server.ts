import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { manageProductsPath } from '~/features/catalog/products/product-search'
import { SURE_PAIRS_SHOWN } from '~/features/catalog/products/sure-pairs.server'
import type { User } from '~/features/people/accounts/guards.server'
import { recordDenial } from '~/features/people/audit/audit.server'
import { canMerge } from '~/features/staff/merging/merging'
import { joinPairs, undoJoins } from '~/features/staff/merging/product-joins.server'
import { invalid, parseForm } from '~/http/forms.server'
import { forbidden } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'

const pair = z.string().transform((value, context) => {
  const [keep, other] = value.split(' ')
  const ids = z.object({ keep: z.uuid(), other: z.uuid() }).safeParse({ keep, other })
  if (ids.success) return ids.data
  context.addIssue('This is no pair of products.')
  return z.NEVER
})

const joinForm = z.object({
  pair: z.array(pair).min(1, 'Tick at least one pair.').max(SURE_PAIRS_SHOWN),
})

/** Joins the ticked pairs. */
export async function submitJoin(request: Request, user: User) {
  await requireMerger(user)
  const submission = await parseForm(request, joinForm)
  if (submission.status !== 'success') return invalid(submission)

  const joined = await joinPairs(user, submission.value.pair)
  if (joined.outcome === 'refused') return invalid(submission, { status: 409, formErrors: [joined.reason] })
  return redirect(manageProductsPath({ joined: joined.batch }), { status: 303 })
}

const undoForm = z.union([z.object({ batch: z.uuid() }), z.object({ entry: z.coerce.number().int().positive() })])

/** Undoes one join, or all of one press. */
export async function submitUndo(request: Request, user: User) {
  await requireMerger(user)
  const submission = await parseForm(request, undoForm)
  if (submission.status !== 'success') return invalid(submission)

  const { value } = submission
  const undone = await undoJoins(user.id, value)
  if (undone.outcome === 'refused') return invalid(submission, { status: 409, formErrors: [undone.reason] })
  const { names } = undone
  return redirectWithToast(
    manageProductsPath({}),
    'batch' in value
      ? { tone: 'success', title: `${pluralize(names.length, 'join')} undone`, text: 'The pairs are listed again.' }
      : {
          tone: 'success',
          title: `${names[0]} is a product of its own again`,
          text: 'The two are remembered as different products.',
        },
  )
}

async function requireMerger(user: User) {
  if (canMerge(user, 'product')) return
  await recordDenial(user.id)
  throw forbidden('Only admins can join products.')
}
