import { ButtonLink } from '~/ui/button'
import { Conflict } from '~/ui/conflict'
import { type DecisionResult, itemPath } from './item'

/** Says why a decision was not saved: someone else was first, or the database is unreachable. */
export function DecisionNotice({ result }: { result: DecisionResult }) {
  if (result?.failure) {
    return <Conflict title={result.failure} text={result.error?.['']?.join(' ')} result={result} />
  }
  if (!result?.conflict) return null
  const { title, text, note, kind, id } = result.conflict
  return (
    <Conflict title={title} text={text} note={note} result={result}>
      {kind && id ? (
        <ButtonLink tone="secondary" size="sm" to={itemPath(kind, id)}>
          Open it
        </ButtonLink>
      ) : null}
    </Conflict>
  )
}
