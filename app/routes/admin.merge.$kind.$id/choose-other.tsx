import { Form } from '@remix-run/react'
import { type MergeKindName, mergePath } from '~/features/staff/merging/merging'
import { BOX_LOOK, BoxBody } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { TextField } from '~/ui/field'
import { RecordTable } from '~/ui/record-table'

type ChooseOtherProps = {
  kind: MergeKindName
  id: string
  q: string
  label: string
  columns: string[]
  found: { id: string; name: string; cells: string[] }[]
  cancel: string
}

/** Records that are probably the same; a search finds any other one. */
export function ChooseOther({ kind, id, q, label, columns, found, cancel }: ChooseOtherProps) {
  return (
    <>
      <Form className={BOX_LOOK.box}>
        <BoxBody className="grid gap-5">
          <TextField
            id="q"
            name="q"
            type="search"
            label={`Find the ${kind} that stays`}
            hint="A part of its name, or its slug. You confirm on the next page."
            maxLength={200}
            defaultValue={q}
          />
          <div className="flex flex-wrap gap-3">
            <Button>Search</Button>
            <ButtonLink to={cancel} tone="secondary">
              Cancel
            </ButtonLink>
          </div>
        </BoxBody>
      </Form>
      {found.length === 0 ? (
        <p className="text-muted-foreground">{q ? `No other ${kind} matches.` : `No other ${kind} looks the same.`}</p>
      ) : (
        <RecordTable
          label={label}
          columns={columns}
          rows={found.map(({ id: other, name, cells }) => ({
            id: other,
            name,
            to: mergePath(kind, id, { into: other }),
            cells: cells.map((cell, i) => <bdi key={columns[i + 1]}>{cell}</bdi>),
          }))}
        />
      )}
    </>
  )
}
