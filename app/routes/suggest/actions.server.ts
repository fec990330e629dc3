import { data } from '@remix-run/node'
import { findKnownOffers } from '~/features/contributions/suggestions/known-offers.server'
import { type KnownOffers, LOOK_UP, SUGGESTION_LIMITS } from '~/features/contributions/suggestions/suggestion'
import { linkForm, submitSuggestion, suggestionForm } from '~/features/contributions/suggestions/suggestions.server'
import type { User } from '~/features/people/accounts/guards.server'
import { type FormResult, failedForm } from '~/http/forms'
import { invalid, parseForm, readForm, readValue } from '~/http/forms.server'
import { redirectWithToast } from '~/http/toast.server'

/** The answer to a sent form. `known`: the offers that its link belongs to; null where it was looked up in vain. */
export type SuggestionResult = (NonNullable<FormResult> & { known?: KnownOffers | null }) | undefined

const DIFFERENT = 'This link is already listed. Tick “Mine is a different offer” to send it anyway.'

/** Handles both buttons of the form: "Look it up" stores nothing. */
export async function handleSuggestion(request: Request, user: User) {
  if ((await readForm(request)).get('step') === LOOK_UP) return lookUp(request)
  const submission = await parseForm(request, suggestionForm)
  const known = await findKnown(request)
  if (submission.status !== 'success') return withKnown(invalid(submission), known)
  const { is_different, ...suggestion } = submission.value
  if (known && !is_different) {
    return withKnown(invalid(submission, { fieldErrors: { is_different: [DIFFERENT] } }), known)
  }
  const outcome = await submitSuggestion(user.id, { ...suggestion, is_different: Boolean(known) })
  if (typeof outcome === 'object') return invalid(submission, limitReached(outcome.retryAfter))
  const text = 'You can follow it under Contributions.'
  return redirectWithToast('/suggest', { tone: 'success', title: 'Suggestion sent', text })
}

async function lookUp(request: Request) {
  const submission = await parseForm(request, linkForm)
  if (submission.status !== 'success') return withEntered(request, invalid(submission))
  const { status: _, error: __, ...entered } = failedForm(await readForm(request), '')
  return data({ ...entered, known: (await findKnownOffers(submission.value.url)) ?? null })
}

async function findKnown(request: Request) {
  const link = await readValue(request, linkForm)
  return link && findKnownOffers(link.url)
}

type Answer = ReturnType<typeof invalid>

function withKnown({ data: result, init }: Answer, known: KnownOffers | undefined) {
  return data({ ...result, known: known ?? null }, init ?? undefined)
}

/** Looking up checks the link only and returns the other entered values. */
async function withEntered(request: Request, { data: result, init }: Answer) {
  const { initialValue } = failedForm(await readForm(request), '')
  return data({ ...result, initialValue }, init ?? undefined)
}

function limitReached(retryAfter: number) {
  const formErrors = [`You have sent ${SUGGESTION_LIMITS.aDay} suggestions today. Come back tomorrow.`]
  return { status: 429, retryAfter, formErrors }
}
