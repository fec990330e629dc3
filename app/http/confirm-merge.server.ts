import { z } from 'zod'
import { invalid, parseForm } from './forms.server'
import { notFound } from './responses.server'
import { parseRowId } from './row-id'
import { redirectWithToast } from './toast.server'

type Merged = { outcome: 'merged' | 'already' | 'missing' } | { outcome: 'refused'; reason: string }

type Merge = {
  /** The kind of the two records: "category". */
  noun: string
  plural?: string
  /** What the ticked box says that the two are: "offer" for deals. */
  same?: string
  /** Moves what belongs to the record `id` to `into`. */
  merge: (id: string, into: string) => Promise<Merged>
  /** Where to go afterwards. */
  next: (into: string) => string
}

/** Merges the record of the page into the submitted one, once somebody has confirmed that they are the same. */
export async function confirmMerge(request: Request, givenId: string | undefined, options: Merge) {
  const { noun, plural = `${noun}s`, same = noun, merge, next } = options
  const capitalized = noun.charAt(0).toUpperCase() + noun.slice(1)
  const id = parseRowId(givenId)
  if (!id) throw notFound(capitalized)
  const form = z.object({
    into: z.uuid({ error: `Choose the ${noun} that stays.` }),
    sure: z.literal('on', { error: `Confirm that these two are the same ${same}.` }),
  })
  const submission = await parseForm(request, form)
  if (submission.status !== 'success') return invalid(submission)

  const { into } = submission.value
  const merged = await merge(id, into)
  if (merged.outcome === 'missing') throw notFound(capitalized)
  if (merged.outcome === 'refused') return invalid(submission, { status: 409, formErrors: [merged.reason] })
  const done = `${plural.charAt(0).toUpperCase()}${plural.slice(1)} merged`
  const title = merged.outcome === 'already' ? `These ${plural} were merged already` : done
  return redirectWithToast(next(into), { tone: 'success', title })
}
