import type { User } from '~/features/accounts/guards.server'
import { type Chosen, discardJobs, retryJobs } from '~/features/operations/jobs.server'
import { taskName } from '~/features/operations/system-text'
import { readForm } from '~/http/forms.server'
import { badRequest } from '~/http/responses.server'
import { isRowNumber } from '~/http/row-id'
import { redirectWithToast } from '~/http/toast.server'
import { pluralize } from '~/ui/pluralize'

const PATH = '/admin/system'
const GONE = 'Nothing to do: the job ran, runs at the moment, or was changed by somebody else.'

/** Runs failed jobs again, or discards them: one by its id, or all of a task. */
export async function changeJobs(request: Request, admin: User) {
  const form = await readForm(request)
  const chosen = readChosen(form)
  switch (form.get('intent')) {
    case 'retry': {
      const count = await retryJobs(admin, chosen)
      return answer(count, `${pluralize(count, 'job')} will run again at once`, chosen)
    }
    case 'discard': {
      const count = await discardJobs(admin, chosen)
      return answer(count, `${pluralize(count, 'job')} discarded`, chosen)
    }
    default:
      throw badRequest('Unknown action.')
  }
}

function readChosen(form: URLSearchParams): Chosen {
  const [id, task] = [form.get('id'), form.get('task')]
  if (id && isRowNumber(id)) return { id }
  if (task && /^\w{1,100}$/.test(task)) return { task }
  throw badRequest('Choose a job or a task.')
}

function answer(count: number, title: string, chosen: Chosen) {
  if (count === 0) return redirectWithToast(PATH, { tone: 'error', title: 'Nothing was changed', text: GONE })
  return redirectWithToast(PATH, { tone: 'success', title, text: 'task' in chosen ? taskName(chosen.task) : undefined })
}
