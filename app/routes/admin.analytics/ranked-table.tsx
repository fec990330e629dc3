import type { ReactNode } from 'react'
import { type DayRange, type MetricTable, RANGES } from '~/features/staff/analytics/range'
import { DownloadTable } from './download-table'

type RankedTableProps = {
  table: MetricTable
  range: DayRange
  title: string
  text?: string
  empty?: string
  columns: string[]
  rows: { key: string; name: ReactNode; numbers: number[] }[]
}

/** Names with numbers, the highest first. */
export function RankedTable({ table, range, title, text, empty, columns, rows }: RankedTableProps) {
  const id = `by-${table}`
  return (
    <section className="box" aria-labelledby={id}>
      <div className="box__head">
        <div>
          <h2 id={id}>{title}</h2>
          <p className="small muted">{text ?? RANGES[range].title}</p>
        </div>
        {rows.length > 0 ? <DownloadTable table={table} range={range} what={title.toLowerCase()} /> : null}
      </div>
      {rows.length > 0 ? (
        <table className="table">
          <caption className="sr-only">{`${title}, ${RANGES[range].title.toLowerCase()}`}</caption>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={column} scope="col" className={index > 0 ? 'r' : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, numbers }) => (
              <tr key={key}>
                <td className="wrap-anywhere">{name}</td>
                {numbers.map((number, index) => (
                  <td key={columns[index + 1]} className="r num">
                    {number.toLocaleString('en-US')}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="box__body muted">{empty ?? 'No click data available yet'}</p>
      )}
    </section>
  )
}
