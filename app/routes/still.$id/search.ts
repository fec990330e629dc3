import type { FollowUpAnswer } from '~/db/schema'
import { choiceParam, defineSearch } from '~/http/params'

/** `a`: what a link of the mail fills in, or that it asks to stop. `edit`: the form of an answer that is not public yet. */
const search = defineSearch({
  a: choiceParam(['yes', 'sometimes', 'no', 'gone', 'stop']),
  edit: choiceParam(['1']),
})

export function parseStillSearch(url: string) {
  const { a, edit } = search.parse(new URL(url).searchParams)
  return {
    isStopping: a === 'stop',
    chosen: a === 'stop' || a === '' ? undefined : (a.toUpperCase() as FollowUpAnswer),
    isEditing: edit === '1',
  }
}
