import { type ReactNode, useEffect, useRef } from 'react'
import { ButtonLink } from '~/ui/button'
import { TextArea } from '~/ui/field'
import { Notice } from '~/ui/notice'
import { type DecisionResult, itemPath } from './item'

/** Says why a decision was not saved: someone else was first, or the database is unreachable. */
export function DecisionNotice({ result }: { result: DecisionResult }) {
  if (result?.failure) {
    return <NotDecided title={result.failure} text={result.error?.['']?.join(' ')} result={result} />
  }
  if (!result?.conflict) return null
  const { title, text, note, kind, id } = result.conflict
  return (
    <NotDecided title={title} text={text} note={note} result={result}>
      {kind && id ? (
        <ButtonLink tone="secondary" size="sm" to={itemPath(kind, id)}>
          Open it
        </ButtonLink>
      ) : null}
    </NotDecided>
  )
}

type NotDecidedProps = {
  title: string
  text: string | undefined
  /** What was written and not saved. */
  note?: string
  /** The form's result; each new one gets the focus. */
  result: unknown
  /** Links to what was saved instead. */
  children?: ReactNode
}

function NotDecided({ title, text, note, result, children }: NotDecidedProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result) box.current?.focus()
  }, [result])
  return (
    <div ref={box} tabIndex={-1} className="grid gap-3">
      <Notice tone="bad" title={title} text={text}>
        {children}
      </Notice>
      {note ? (
        <TextArea
          id="kept"
          label="Your note, kept so that you can copy it"
          readOnly
          defaultValue={note}
          height="sm"
          fieldClassName="max-w-160"
        />
      ) : null}
    </div>
  )
}
