import { Link } from '@remix-run/react'
import { joinMessages, VENDOR_RULES } from '~/features/staff/csv-import/csv-import'
import type { ImportReport, Lists, listCauses } from '~/features/staff/csv-import/import-reports.server'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { Pagination } from '~/ui/pagination'
import { formatCount, pluralize } from '~/ui/pluralize'
import { Tabs } from '~/ui/tabs'

type PreviewProps = {
  header: string[]
  /** `bad` has the indexes of invalid cells. */
  rows: { row: number; cells: string[]; bad: number[] }[]
  rowCount: number
}

const CELL = 'border border-border px-3 py-2 whitespace-nowrap'
const VALUE = classes(CELL, 'max-w-64 overflow-hidden text-ellipsis')
/** The column that stays in view. */
const NUMBER = 'sticky start-0 z-1 border-s-0 bg-muted text-end text-muted-foreground'
const INVALID =
  'bg-destructive-soft font-semibold text-destructive-soft-foreground inset-ring inset-ring-destructive-ink'

/** The first rows as written in the file, with invalid cells marked. */
export function Preview({ header, rows, rowCount }: PreviewProps) {
  const title = `First ${rows.length} ${rows.length === 1 ? 'row' : 'rows'} of ${rowCount.toLocaleString('en-US')}`
  return (
    <Box aria-labelledby="preview-head">
      <BoxHead>
        <BoxTitle id="preview-head">Preview</BoxTitle>
        <span className="text-small text-muted-foreground">{title}</span>
      </BoxHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to get into it */}
      <section className="relative overflow-x-auto" tabIndex={0} aria-label="Preview of the first rows">
        <table className="text-caption">
          <thead>
            <tr>
              <th scope="col" className={classes(CELL, NUMBER)}>
                Row
              </th>
              {header.map((name, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never move, and names may repeat
                <th scope="col" key={index} className={classes(CELL, 'bg-muted text-muted-foreground')}>
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells, bad }) => (
              <tr key={row}>
                <td className={classes(CELL, NUMBER)}>{row}</td>
                {header.map((_name, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={index} className={classes(VALUE, bad.includes(index) && INVALID)}>
                    {cells[index] ? <bdi>{cells[index]}</bdi> : <span className="text-subtle-foreground">empty</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Box>
  )
}

type CausesProps = { report: ImportReport; causes: Awaited<ReturnType<typeof listCauses>> }

/** Why rows stay out, each cause once with its first rows. Before the import, it is in the form of the check. */
export function Causes({ report, causes }: CausesProps) {
  if (causes.length === 0) return null
  const verb = report.failed_count === 1 ? 'stays' : 'stay'
  return (
    <Box aria-labelledby="causes-head">
      <BoxHead>
        <BoxTitle id="causes-head">
          {`${pluralize(report.failed_count, 'row')} ${verb} out, for ${pluralize(causes.length, 'cause')}`}
        </BoxTitle>
        <ButtonLink
          href={`/admin/csv-import/${report.id}/failed-rows`}
          download="failed-rows.csv"
          tone="secondary"
          size="sm"
          icon="download"
        >
          Download failed rows
        </ButtonLink>
      </BoxHead>
      {causes.map(({ column, cause, count, rows }, index) => (
        <details
          key={column + cause}
          open={index === 0 || column === 'vendor_name'}
          className="border-border px-5 py-3 not-first:border-t"
        >
          <summary className="cursor-pointer">
            <b className="text-destructive-ink">{pluralize(count, 'row')}</b> <bdi>{cause}</bdi>
          </summary>
          <ul className="mt-2 grid gap-1 text-small">
            {rows.map(({ row, title, cell }) => (
              <li key={row} className="wrap-anywhere">
                <span className="text-muted-foreground">{`Row ${row}: `}</span>
                <bdi>{title}</bdi>
                {cell && cell !== title ? (
                  <>
                    {' '}
                    <code className="text-destructive-ink">{cell}</code>
                  </>
                ) : null}
              </li>
            ))}
            {count > rows.length ? (
              <li className="text-muted-foreground">{`and ${formatCount(count - rows.length)} more`}</li>
            ) : null}
            {column === 'vendor_name' && report.status === 'CHECKED' ? (
              <li>
                <Button size="sm" tone="secondary" name="intent" value="vendor-link">
                  {VENDOR_RULES.link}
                </Button>
              </li>
            ) : null}
          </ul>
        </details>
      ))}
    </Box>
  )
}

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
