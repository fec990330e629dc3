import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Table } from './table'

type Row = {
  id: string
  name: string
  /** The form of the row. */
  to: string
  /** Depth in the tree, 0 for the top level. */
  depth?: number
  /** The other columns. */
  cells: ReactNode[]
}

type RecordTableProps = { label: string; columns: string[]; rows: Row[] }

/** A table of editable rows; the name in the first column links to the form. */
export function RecordTable({ label, columns, rows }: RecordTableProps) {
  if (rows.length === 0) return null
  return (
    <Table label={label} stack="records">
      <thead>
        <tr>
          {columns.map((column) => (
            <th scope="col" key={column}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, to, depth = 0, cells }) => (
          <tr key={id}>
            <td data-depth={Math.min(depth, 2) || undefined}>
              <Link className="link strong" to={to} discover="none">
                <bdi>{name}</bdi>
              </Link>
            </td>
            {cells.map((cell, i) => (
              <td key={columns[i + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
