import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from './button'
import { formatDate, formatTime } from './local-date'
import { Notice } from './notice'
import { Table } from './table'

/**
 * What someone else saved while the same record was edited. `by` is null and `at` '' where the audit log does not say, as
 * after an import. `version` is that of the stored record; saved with it, the form replaces what they saved.
 */
export type Conflict = {
  by: string | null
  at: string
  version: number
  /** The fields that differ, as text; '' is empty. */
  fields: { label: string; yours: string; theirs: string }[]
}

type ConflictNoticeProps = {
  conflict: Conflict
  /** "deal", "category" */
  noun: string
  /** The id of the form with what was typed, if the notice is outside of it. */
  form?: string
  /** The page of the stored record. */
  theirs: string
}

/** Both versions side by side. The form has yours; a button of its own saves it over theirs. */
export function ConflictNotice({ conflict, noun, form, theirs }: ConflictNoticeProps) {
  const top = useRef<HTMLDivElement>(null)
  // After a client-side submit the page is still scrolled to the button; a second conflict is another one.
  useEffect(() => {
    if (conflict) top.current?.focus()
  }, [conflict])
  const { by, at, fields } = conflict
  const saved = at && `Saved on ${formatDate(new Date(at))}, ${formatTime(new Date(at))} UTC. `
  return (
    <div className="grid content-start gap-4 outline-none" tabIndex={-1} ref={top}>
      <Notice
        tone="bad"
        title={`${by ?? 'Someone else'} saved this ${noun} while you were editing it`}
        text={`${saved}Nothing is lost: neither version has been overwritten. Compare the two, edit the form below if needed, and save yours over theirs or take theirs.`}
      />
      <Table label="Both versions" className="table-fixed">
        <thead>
          <tr>
            <th scope="col" className="w-[22%]">
              Field
            </th>
            <th scope="col">Yours</th>
            <th scope="col">Theirs</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, yours, theirs }) => (
            <tr key={label} className="wrap-anywhere">
              <th scope="row" className="whitespace-normal">
                {label}
              </th>
              {[yours, theirs].map((text, index) => (
                <td key={index === 0 ? 'yours' : 'theirs'} className="align-top whitespace-pre-wrap" dir="auto">
                  {text || <span className="text-subtle-foreground">Empty</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="flex flex-wrap gap-3">
        <Button tone="danger" form={form}>
          Save mine over theirs
        </Button>
        <ButtonLink href={theirs} tone="secondary">
          Take theirs
        </ButtonLink>
      </div>
    </div>
  )
}
