import type { Submission } from '@conform-to/react'
import { classifyTrouble } from '~/db/trouble.server'
import { invalid } from '~/http/forms.server'
import { log } from '~/log.server'

/**
 * Does what a form asks for. When the database cannot do it now, the form comes back with what was typed and with the
 * words of the specification (§8), instead of a page on which the text is lost.
 */
export async function keepForm<Value, Answer>(
  submission: Submission<Value>,
  failure: string,
  work: () => Promise<Answer>,
) {
  try {
    return await work()
  } catch (error) {
    const isUnavailable = error instanceof Response ? error.status === 503 : classifyTrouble(error) === 'database'
    if (!isUnavailable) throw error
    log.error({ err: error }, failure)
    return invalid(submission, {
      status: 503,
      retryAfter: 5,
      formErrors: [`${failure}. Please try again in a moment.`],
    })
  }
}
