import { VENDOR_RULES } from '~/features/staff/csv-import/csv-import'
import type { ImportReport, listCauses } from '~/features/staff/csv-import/import-reports.server'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { formatCount, pluralize } from '~/ui/pluralize'

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
        <details key={column + cause} open={index === 0} className="border-border px-5 py-3 not-first:border-t">
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
