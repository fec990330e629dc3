import { Form, useNavigation } from '@remix-run/react'
import { passwordAgain } from '~/features/people/accounts/password-field'
import type { ImportReport } from '~/features/staff/csv-import/import-reports.server'
import type { FormResult } from '~/http/forms'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { BOX_FOOT } from '~/ui/box-foot'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { formatCount, pluralize } from '~/ui/pluralize'

type PreviewProps = {
  header: string[]
  rows: { row: number; cells: string[]; bad: string[] }[]
  report: ImportReport
  result: FormResult
}

const CELL = 'border border-border px-3 py-2 whitespace-nowrap'
const VALUE = classes(CELL, 'max-w-64 overflow-hidden text-ellipsis')
/** The column that stays in view. */
const NUMBER = 'sticky start-0 z-1 border-s-0 bg-muted text-end text-muted-foreground'
const INVALID =
  'bg-destructive-soft font-semibold text-destructive-soft-foreground inset-ring inset-ring-destructive-ink'

/** The first rows as written in the file, with invalid cells marked, and the buttons to import them or cancel. */
export function Preview({ header, rows, report, result }: PreviewProps) {
  const busy = useNavigation().formData?.get('intent')
  const title = `First ${rows.length} ${rows.length === 1 ? 'row' : 'rows'} of ${report.row_count.toLocaleString('en-US')}`
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
                {header.map((name, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <td key={index} className={classes(VALUE, bad.includes(name.trim().toLowerCase()) && INVALID)}>
                    {cells[index] ? <bdi>{cells[index]}</bdi> : <span className="text-subtle-foreground">empty</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Form method="post" className={classes(BOX_FOOT, 'justify-between rounded-b-md bg-muted')}>
        <p className="flex-[1_1_18rem]">{describeRest(report)}</p>
        {passwordAgain(result, { intent: 'import' })}
        <div className="flex flex-wrap gap-3 max-md:*:flex-auto">
          <Button
            icon="file-up"
            name="intent"
            value="import"
            busy={busy === 'import'}
            disabled={report.staged_count === 0}
          >
            {busy === 'import' ? 'Importing' : importLabel(report)}
          </Button>
          <Button tone="ghost" name="intent" value="cancel" busy={busy === 'cancel'} formNoValidate>
            Cancel
          </Button>
        </div>
      </Form>
    </Box>
  )
}

/** "Import 7 of 10 deals" */
function importLabel({ kind, created_count, updated_count, row_count }: ImportReport) {
  const count = created_count + updated_count
  const noun = kind === 'changes' ? 'change' : 'deal'
  const part = count === row_count ? '' : `${formatCount(count)} of `
  return `Import ${part}${pluralize(row_count, noun)}`
}

/** What happens to the other rows. */
function describeRest({ kind, staged_count, failed_count, unchanged_count }: ImportReport) {
  if (staged_count === 0) return 'No row can be imported.'
  return [
    failed_count > 0 &&
      `${pluralize(failed_count, 'row')} ${failed_count === 1 ? 'stays' : 'stay'} out until corrected.`,
    unchanged_count > 0 &&
      (kind === 'changes'
        ? `${formatCount(unchanged_count)} ${unchanged_count === 1 ? 'is' : 'are'} there already and skipped.`
        : `${formatCount(unchanged_count)} ${unchanged_count === 1 ? 'is' : 'are'} unchanged.`),
    kind === 'deals' && 'Separate tags, pros and cons with |, and write \\| for a literal |.',
    'Nothing has been changed yet.',
  ]
    .filter(Boolean)
    .join(' ')
}
