import { Link } from '@remix-run/react'
import { joinMessages } from '~/features/staff/csv-import/csv-import'
import type { ImportReport } from '~/features/staff/csv-import/import-reports.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Pagination } from '~/ui/pagination'
import { Tabs } from '~/ui/tabs'
import type { Lists } from './report.server'

const LABELS = { failed: 'Rows not imported', updated: 'Updated', created: 'Created', unchanged: 'Unchanged' }
const DRY_RUN_LABELS = { ...LABELS, failed: 'Rows with errors', updated: 'To update', created: 'To create' }

const LINE = 'grid items-baseline gap-3 border-border border-t py-2.5 text-control'

/** Row by row: its errors, or its outcome and deal. */
export function RowLists({ report, lists }: { report: ImportReport; lists: Lists }) {
  const { tabs, shown, page, pages, rows } = lists
  if (!shown) return null
  const labels = report.status === 'CHECKED' ? DRY_RUN_LABELS : LABELS
  const at = (show: string, number = 1) =>
    `?${new URLSearchParams({ show, ...(number > 1 && { page: String(number) }) })}`
  return (
    <Box aria-labelledby="rows-head">
      <BoxHead>
        <BoxTitle id="rows-head">Row by row</BoxTitle>
      </BoxHead>
      <BoxBody className="grid gap-3">
        <Tabs
          label="Rows by outcome"
          items={tabs.map(({ outcome, count }) => ({
            to: at(outcome),
            label: `${labels[outcome]} (${count.toLocaleString('en-US')})`,
            current: outcome === shown,
          }))}
        />
        <div>
          {rows.map((row) => (
            <Row key={row.row} {...row} />
          ))}
        </div>
        <Pagination page={page} pageCount={pages} href={(number) => at(shown, number)} />
      </BoxBody>
    </Box>
  )
}

function Row({ row, slug, deal_id, published, errors, changes }: Lists['rows'][number]) {
  const isFailed = errors.length > 0
  return (
    <div className={classes(LINE, isFailed ? 'grid-cols-[auto_auto_1fr]' : 'grid-cols-[auto_1fr]')}>
      {isFailed ? <Icon name="circle-x" className="self-center text-destructive-ink" /> : null}
      <b className="whitespace-nowrap font-bold">{`Row ${row}`}</b>
      {isFailed ? (
        <span>
          <bdi>{joinMessages(errors)}</bdi>
        </span>
      ) : (
        <span>
          {deal_id ? (
            <Link discover="none" to={`/admin/deals/${deal_id}`}>
              {slug}
            </Link>
          ) : (
            slug
          )}
          {published ? <span className="text-muted-foreground"> (live)</span> : null}
        </span>
      )}
      {!isFailed && changes.length > 0 ? (
        <dl className="col-span-full col-start-2 grid gap-1">
          {changes.map(({ column, before, after }) => (
            <div key={column}>
              <dt className="text-caption text-subtle-foreground">{column}</dt>
              <dd className="wrap-anywhere">
                <del className="text-muted-foreground">{before || 'empty'}</del>{' '}
                <ins className="font-semibold no-underline">{after || 'empty'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}
