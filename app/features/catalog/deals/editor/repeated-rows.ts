import { INTENT, type Intent, serializeIntent } from '@conform-to/dom'
import { type MouseEvent, useEffect, useState } from 'react'

export type Row<Value> = {
  /** Stays with the row while its index changes. */
  key: number
  value: Partial<Value>
}

export type ErrorsOfRow = (id: string) => string[] | undefined

type Repeated<Value> = {
  name: string
  initial: Row<Value>[]
  /** The values of an added row, which may depend on the others, and the field in it that gets the focus. */
  blank: Partial<Value> | ((rows: Row<Value>[]) => Partial<Value>)
  firstPart: string & keyof Value
}

/**
 * The rows of a list in a form. Its buttons submit an intent of the form parser, so that they work without scripts; with
 * scripts the rows change in place.
 */
export function useRepeatedRows<Value>({ name, initial, blank, firstPart }: Repeated<Value>) {
  const [rows, setRows] = useState(initial)
  const [focus, setFocus] = useState({ id: '' })
  // Rows move in the document with their keys, and a moved control loses the focus.
  useEffect(() => {
    if (focus.id) document.getElementById(focus.id)?.focus()
  }, [focus])

  const idOf = (key: number | undefined, part: string) => `${name}[${key}].${part}`
  const button = (type: 'insert' | 'remove' | 'reorder', payload: object, after: Row<Value>[], focusOn: string) => ({
    name: INTENT,
    value: serializeIntent({ type, payload: { name, ...payload } } as Intent),
    formNoValidate: true,
    // Without scripts the page comes back scrolled to the list.
    formAction: `#${name}`,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      setRows(after)
      setFocus({ id: focusOn })
    },
  })
  const nextKey = 1 + Math.max(-1, ...rows.map(({ key }) => key))
  const added = typeof blank === 'function' ? blank(rows) : blank
  const newRow: Row<Value> = { key: nextKey, value: added }

  return {
    rows,
    idOf,
    addId: `${name}-add`,
    add: button('insert', { defaultValue: added }, [...rows, newRow], idOf(nextKey, firstPart)),
    remove: (index: number) => button('remove', { index }, rows.toSpliced(index, 1), `${name}-add`),
    move: (from: number, to: number) =>
      button('reorder', { from, to }, moved(rows, from, to), idOf(rows[from]?.key, firstPart)),
  }
}

function moved<Item>(items: Item[], from: number, to: number) {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
}
