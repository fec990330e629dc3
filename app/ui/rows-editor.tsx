import { INTENT, type Intent, serializeIntent } from '@conform-to/dom'
import { type ComponentProps, Fragment, type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { Button, IconButton } from './button'
import { classes } from './classes'
import { describedBy, FieldErrors } from './field'
import { Input, TextBox } from './input'
import { Select } from './select-field'

export type Row = {
  /** Stays with the row while its index changes. */
  key: number
  value: Readonly<Record<string, unknown>>
}

/** A part of each row. `key` is a hidden text that no other row has, such as "k2". */
export type RowColumn = {
  part: string
  /** Its label is this with the number of the row: "Name of plan 1". */
  label: string
  kind?: 'line' | 'text' | 'choice' | 'key'
  choices?: readonly { value: string; label: string }[]
} & Pick<ComponentProps<'input'>, 'maxLength' | 'inputMode' | 'placeholder' | 'className'>

type RowsEditorProps = {
  name: string
  /** "plan", for the labels of the buttons. */
  noun: string
  /** Those of the kind `text` are below the buttons. The first one gets the focus in a new row. */
  columns: readonly RowColumn[]
  initial: Row[]
  /** The errors of a control by its id, which has the key of its row. */
  errorsOf: (id: string) => string[] | undefined
  /** The most rows. */
  max: number
  /** Shown without rows. */
  empty?: string
  /** The look of a row, and of its buttons. */
  className: string
  buttonsClassName?: string
  /** More of each row, below the rest. */
  below?: (row: Row, index: number) => ReactNode
  /** Called with the rows when some are added, removed or moved. */
  onRows?: (rows: Row[]) => void
}

/**
 * The rows of a list in a form. Its buttons submit an intent of the form parser, so that they work without scripts; with
 * scripts the rows change in place.
 */
export function RowsEditor({ name, noun, columns, initial, errorsOf, max, empty, ...rest }: RowsEditorProps) {
  const { className, buttonsClassName, below, onRows } = rest
  const [rows, setRows] = useState(initial)
  const [focus, setFocus] = useState({ id: '' })
  // Rows move in the document with their keys, and a moved control loses the focus.
  useEffect(() => {
    if (focus.id) document.getElementById(focus.id)?.focus()
  }, [focus])

  const first = columns.find(({ kind }) => kind === undefined || kind === 'line')
  const idOf = (key: number | undefined, part = '') => `${name}[${key}].${part}`
  const button = (type: Intent['type'], payload: object, after: Row[], focusOn: string) => ({
    name: INTENT,
    value: serializeIntent({ type, payload: { name, ...payload } } as Intent),
    formNoValidate: true,
    // Without scripts the page comes back scrolled to the list.
    formAction: `#${name}`,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      setRows(after)
      onRows?.(after)
      setFocus({ id: focusOn })
    },
  })
  const move = (from: number, to: number) =>
    button('reorder', { from, to }, moved(rows, from, to), idOf(rows[from]?.key, first?.part))
  const added = { key: 1 + Math.max(-1, ...rows.map(({ key }) => key)), value: blankRow(columns, rows) }

  const control = (row: Row, index: number, column: RowColumn) => {
    const { part, label, kind, choices, ...input } = column
    const id = idOf(row.key, part)
    const given = row.value[part]
    const props = {
      id,
      name: `${name}[${index}].${part}`,
      'aria-label': `${label} ${index + 1}`,
      defaultValue: typeof given === 'string' ? given : '',
      ...describedBy({ id, errors: errorsOf(id) }),
    }
    if (kind === 'key') return <input type="hidden" name={props.name} value={props.defaultValue} />
    if (kind === 'choice') return <Select {...props} options={choices ?? []} className={input.className} />
    return kind === 'text' ? (
      <TextBox height="sm" {...props} maxLength={input.maxLength} />
    ) : (
      <Input {...input} {...props} />
    )
  }
  const errors = (row: Row, part: string) => (
    <FieldErrors id={idOf(row.key, part)} errors={errorsOf(idOf(row.key, part))} />
  )
  const [beside, under] = [columns.filter(({ kind }) => kind !== 'text'), columns.filter(({ kind }) => kind === 'text')]

  return (
    <div id={name} className="@container grid gap-2.5">
      {empty && rows.length === 0 ? <p className="text-muted-foreground text-small">{empty}</p> : null}
      {rows.map((row, index) => (
        <div key={row.key} className={classes('grid gap-2 border-border *:[p]:col-span-full', className)}>
          {beside.map((column) => (
            <Fragment key={column.part}>{control(row, index, column)}</Fragment>
          ))}
          <span className={classes('flex justify-end', buttonsClassName)}>
            <IconButton
              type="submit"
              icon="arrow-up"
              label={`Move ${noun} ${index + 1} up`}
              disabled={index === 0}
              className={DISABLED}
              {...move(index, index - 1)}
            />
            <IconButton
              type="submit"
              icon="arrow-down"
              label={`Move ${noun} ${index + 1} down`}
              disabled={index === rows.length - 1}
              className={DISABLED}
              {...move(index, index + 1)}
            />
            <IconButton
              type="submit"
              icon="trash-2"
              tone="danger"
              label={`Remove ${noun} ${index + 1}`}
              {...button('remove', { index }, rows.toSpliced(index, 1), `${name}-add`)}
            />
          </span>
          {beside.map(({ part }) => (
            <Fragment key={part}>{errors(row, part)}</Fragment>
          ))}
          {under.map((column) => (
            <Fragment key={column.part}>
              {control(row, index, column)}
              {errors(row, column.part)}
            </Fragment>
          ))}
          {below?.(row, index)}
        </div>
      ))}
      {rows.length < max ? (
        <p>
          <Button
            id={`${name}-add`}
            tone="secondary"
            size="sm"
            icon="plus"
            {...button('insert', { defaultValue: added.value }, [...rows, added], idOf(added.key, first?.part))}
          >
            Add {noun}
          </Button>
        </p>
      ) : null}
    </div>
  )
}

const DISABLED = 'disabled:cursor-not-allowed disabled:opacity-35'

function blankRow(columns: readonly RowColumn[], rows: Row[]) {
  return Object.fromEntries(
    columns.map(({ part, kind, choices }) => {
      if (kind !== 'key') return [part, choices?.[0]?.value ?? '']
      const used = rows.map(({ value }) => Number.parseInt(String(value[part]).slice(1), 10) || 0)
      return [part, `k${1 + Math.max(-1, ...used)}`]
    }),
  )
}

function moved(rows: Row[], from: number, to: number) {
  return rows.toSpliced(from, 1).toSpliced(to, 0, ...rows.slice(from, from + 1))
}
