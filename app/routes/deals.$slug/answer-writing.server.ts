import type { Submission } from '@conform-to/react'
import { invalid } from '~/http/forms.server'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

/** What became of something that a member wrote about a deal. `missing`: the deal was deleted meanwhile. */
export type Outcome = 'submitted' | 'unchanged' | 'missing' | 'failed'

type Writing = { submission: Submission<unknown>; noun: 'review' | 'comment'; path: string }

/** The author comes back to `path` with a word; where the database failed, the form does with what was typed. */
export async function answerWriting(outcome: Outcome, { submission, noun, path }: Writing) {
  const Noun = noun[0]!.toUpperCase() + noun.slice(1)
  switch (outcome) {
    case 'submitted':
      return redirectWithToast(path, {
        tone: 'success',
        title: `${Noun} submitted`,
        text: `Your ${noun} is pending moderation`,
      })
    case 'unchanged':
      return redirectWithToast(path, {
        tone: 'success',
        title: 'Nothing to change',
        text: `Your ${noun} says just that already`,
      })
    case 'missing':
      throw notFound('Deal')
    case 'failed':
      return invalid(submission, { status: 503, retryAfter: 2, formErrors: [`Failed to submit ${noun}`] })
  }
}
