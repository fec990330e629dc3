import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Table } from './table'

type Row = {
  id: string
  name: string
  /** The form of the row. */
  to: string
  /** How far below the top it stands. */
  depth?: number
  /** What stands in the other columns. */
  cells: ReactNode[]
}

type RecordTableProps = { label: string; columns: string[]; rows: Row[] }

/** A list of rows that each have a form; the name, in the first column, leads there. */
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
