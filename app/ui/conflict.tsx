import { type ReactNode, useEffect, useRef } from 'react'
import { TextArea } from './field'
import { Notice } from './notice'

type ConflictProps = {
  title: string
  text: string | undefined
  /** What was written and not saved. */
  note?: string
  /** The form's result; each new one gets the focus. */
  result: unknown
  /** Links to what was saved instead. */
  children?: ReactNode
}

/** Says that something was not saved because someone else was first, and keeps what was written. */
export function Conflict({ title, text, note, result, children }: ConflictProps) {
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
