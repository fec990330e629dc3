import { useEffect, useRef } from 'react'
import { Badge } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { Table } from '~/ui/table'
import type { EditConflict } from './edit-conflict.server'

type SaveConflictProps = { conflict: EditConflict; theirs: string }

/** Both versions side by side. The form below has yours; a separate button saves it over theirs. */
export function SaveConflict({ conflict: { by, fields }, theirs }: SaveConflictProps) {
  const top = useRef<HTMLDivElement>(null)
  // After a client-side submit the page is still scrolled to the button.
  useEffect(() => top.current?.focus(), [])
  return (
    <div className="grid content-start gap-4 outline-none" tabIndex={-1} ref={top}>
      <Notice
        tone="bad"
        title={`${by} saved this deal while you were editing it`}
        text="Nothing is lost: neither version has been overwritten. Compare the two, edit the form below if needed, and save yours over theirs or take theirs."
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
          {fields.map(({ label, yours, theirs, changedBy }) => (
            <tr key={label}>
              <th scope="row" className="whitespace-normal">
                {label}
              </th>
              <td className="align-top">
                <ConflictVersion text={yours} isChange={changedBy === 'you'} by="you" />
              </td>
              <td className="align-top">
                <ConflictVersion text={theirs} isChange={changedBy === 'them'} by={by} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="flex flex-wrap gap-3">
        <Button tone="danger">Save mine over theirs</Button>
        <ButtonLink href={theirs} tone="secondary">
          Take theirs
        </ButtonLink>
      </div>
    </div>
  )
}

function ConflictVersion({ text, isChange, by }: { text: string; isChange: boolean; by: string }) {
  return (
    <>
      <div className="whitespace-pre-wrap">{text || <span className="text-subtle-foreground">Empty</span>}</div>
      {isChange ? <Badge tone="pending">Changed by {by}</Badge> : null}
    </>
  )
}
