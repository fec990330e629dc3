import { Link } from '@remix-run/react'
import { Fragment, type ReactElement, type ReactNode } from 'react'
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

/** A column that the list can be sorted by brings its own head. */
type Column = { label: string; head?: ReactElement }
type RecordTableProps = { label: string; columns: (string | Column)[]; rows: Row[] }

/** Set in by depth: in a table the name, among cards the whole card. */
const INSETS = [undefined, 'ps-10 cards:ps-0', 'ps-15 cards:ps-0']

/** A table of editable rows; the name in the first column links to the form. */
export function RecordTable({ label, columns, rows }: RecordTableProps) {
  if (rows.length === 0) return null
  const heads: Column[] = columns.map((column) => (typeof column === 'string' ? { label: column } : column))
  return (
    <Table label={label} stack="stacked" className="wrap-anywhere">
      <thead>
        <tr>
          {heads.map(({ label, head }) =>
            head ? (
              <Fragment key={label}>{head}</Fragment>
            ) : (
              <th scope="col" key={label}>
                {label}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, name, to, depth = 0, cells }) => (
          <tr key={id} className={depth > 0 ? 'cards:ps-10' : undefined}>
            <td className={INSETS[Math.min(depth, 2)]}>
              <Link className="link font-semibold text-foreground" to={to} discover="none">
                <bdi>{name}</bdi>
              </Link>
            </td>
            {cells.map((cell, i) => (
              <td key={heads[i + 1]?.label}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
