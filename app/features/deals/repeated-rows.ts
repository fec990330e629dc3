import { type MouseEvent, useEffect, useState } from 'react'

export type Row<Value> = {
  /** Stays with the row while its place changes. */
  key: number
  value: Partial<Value>
}

export type RowErrors = (id: string) => string[] | undefined

type Repeated<Value> = { name: string; initial: Row<Value>[]; blank: Partial<Value>; firstPart: string & keyof Value }

/**
 * A list of rows that the form repeats. Its buttons are submits that the server understands, so that they work
 * without scripts; where there are some, the rows change on the spot.
 */
export function useRepeatedRows<Value>({ name, initial, blank, firstPart }: Repeated<Value>) {
  const [rows, setRows] = useState(initial)
  const [focus, setFocus] = useState({ id: '' })
  // Rows move in the document with their keys, and a control that is moved loses the focus.
  useEffect(() => {
    if (focus.id) document.getElementById(focus.id)?.focus()
  }, [focus])

  const idOf = (key: number | undefined, part: string) => `${name}[${key}].${part}`
  const button = (type: string, payload: object, after: Row<Value>[], focusOn: string) => ({
    name: '__intent__',
    value: JSON.stringify({ type, payload: { name, ...payload } }),
    formNoValidate: true,
    // Without scripts the page comes back where the list is.
    formAction: `#${name}`,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      setRows(after)
      setFocus({ id: focusOn })
    },
  })
  const nextKey = 1 + Math.max(-1, ...rows.map(({ key }) => key))
  const newRow: Row<Value> = { key: nextKey, value: blank }

  return {
    rows,
    idOf,
    addId: `${name}-add`,
    add: button('insert', { defaultValue: blank }, [...rows, newRow], idOf(nextKey, firstPart)),
    remove: (place: number) => button('remove', { index: place }, rows.toSpliced(place, 1), `${name}-add`),
    move: (from: number, to: number) =>
      button('reorder', { from, to }, moved(rows, from, to), idOf(rows[from]?.key, firstPart)),
  }
}

function moved<Item>(items: Item[], from: number, to: number) {
  return items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1))
}
