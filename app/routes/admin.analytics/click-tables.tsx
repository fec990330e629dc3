import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { Metrics } from '~/features/staff/analytics/metrics.server'
import { type DayRange, type MetricTable, RANGES } from '~/features/staff/analytics/range'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { DownloadTable } from './download-table'

type Tables = Omit<Metrics, 'totals'>

export function ClickTables({ metrics, range }: { metrics: Tables; range: DayRange }) {
  const { deals, categories, platforms, programs, referrers } = metrics
  const rowOf = (folder: string, { name, slug, clicks }: { name: string; slug: string; clicks: number }) => ({
    key: slug,
    name: <PlaceLink to={`/${folder}/${slug}`} name={name} />,
    numbers: [clicks],
  })
  return (
    <>
      <RankedTable
        table="deals"
        range={range}
        title="Clicks by deal"
        text="Many clicks, few saves or reviews."
        columns={['Deal', 'Clicks', 'Saves', 'Reviews']}
        rows={deals.map(({ title, slug, clicks, saves, reviews }) => ({
          key: slug,
          name: <PlaceLink to={`/deals/${slug}`} name={title} />,
          numbers: [clicks, saves, reviews],
        }))}
      />
      <div className="grid gap-4 md:grid-cols-2">
        <RankedTable
          table="categories"
          range={range}
          title="Clicks by category"
          columns={['Category', 'Clicks']}
          rows={categories.map((row) => rowOf('categories', row))}
        />
        <RankedTable
          table="platforms"
          range={range}
          title="Clicks by platform"
          columns={['Platform', 'Clicks']}
          rows={platforms.map((row) => rowOf('platforms', row))}
        />
        <RankedTable
          table="programs"
          range={range}
          title="Clicks by program"
          columns={['Link', 'Clicks']}
          rows={programs.map(({ key, name, clicks }) => ({ key, name: <bdi>{name}</bdi>, numbers: [clicks] }))}
        />
        <RankedTable
          table="referrers"
          range={range}
          title="Clicks by referrer"
          columns={['Referrer', 'Clicks']}
          rows={referrers.map(({ referrer, clicks }) => ({
            key: referrer,
            name: referrer || <span className="text-muted-foreground">Our own pages or unknown</span>,
            numbers: [clicks],
          }))}
        />
      </div>
    </>
  )
}

function PlaceLink({ to, name }: { to: string; name: string }) {
  return (
    <Link className="link" to={to} discover="none">
      <bdi>{name}</bdi>
    </Link>
  )
}

type RankedTableProps = {
  table: MetricTable
  range: DayRange
  title: string
  text?: string
  columns: string[]
  rows: { key: string; name: ReactNode; numbers: number[] }[]
}

/** Names with numbers, the highest first; absent without any. */
function RankedTable({ table, range, title, text, columns, rows }: RankedTableProps) {
  if (rows.length === 0) return null
  const id = `by-${table}`
  return (
    <Box aria-labelledby={id}>
      <BoxHead>
        <div>
          <BoxTitle id={id}>{title}</BoxTitle>
          <p className="text-small text-muted-foreground">{text ?? RANGES[range].title}</p>
        </div>
        <DownloadTable table={table} range={range} what={title.toLowerCase()} />
      </BoxHead>
      <table className="table">
        <caption className="sr-only">{`${title}, ${RANGES[range].title.toLowerCase()}`}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={column} scope="col" className={index > 0 ? 'text-end' : undefined}>
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
                <td key={columns[index + 1]} className="text-end">
                  {number.toLocaleString('en-US')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}
