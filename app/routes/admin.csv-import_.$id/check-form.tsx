import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { passwordAgain } from '~/features/people/accounts/password-field'
import type { ImportOptions, MissingName, TaxonomyKind } from '~/features/staff/csv-import/import-options'
import type { ImportReport } from '~/features/staff/csv-import/import-reports.server'
import { type FormResult, submittedValue } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { BOX_FOOT } from '~/ui/box-foot'
import { Button } from '~/ui/button'
import { Choice } from '~/ui/choice'
import { classes } from '~/ui/classes'
import { FieldHint } from '~/ui/field'
import { Notice } from '~/ui/notice'
import { formatCount, pluralize } from '~/ui/pluralize'
import { Select } from '~/ui/select-field'

type Taxonomies = Record<TaxonomyKind, { id: string; name: string }[]>
type Reading = { note: string; text: string; count: number; before: string; after: string }
type MissingCounts = Record<TaxonomyKind, number>
type CheckFormProps = {
  report: ImportReport
  taxonomies: Taxonomies
  /** How many names do not exist; the summary has the first of them. */
  missingCounts: MissingCounts
  readings: Reading[]
  result: FormResult
  preview: ReactNode
  causes: ReactNode
}

/** What is decided after the check, in one form with its buttons. */
export function CheckForm({ report, taxonomies, missingCounts, readings, result, preview, causes }: CheckFormProps) {
  const options = report.options
  const { missing, unclearDate } = report.summary
  return (
    <Form method="post" className="grid gap-6">
      {/* The first button is pressed by the Enter key, here in the field of the password. */}
      {result?.asksPassword ? <button type="submit" className="hidden" name="intent" value="import" /> : null}
      {unclearDate ? <UnclearDate example={unclearDate} /> : null}
      {preview}
      {missing ? <MissingNames {...{ missing, options, taxonomies }} counts={missingCounts} /> : null}
      {causes}
      {readings.length > 0 ? <Readings readings={readings} /> : null}
      <Decision report={report} result={result} />
    </Form>
  )
}

function UnclearDate({ example }: { example: string }) {
  return (
    <Notice
      icon="triangle-alert"
      title={`Is ${example} month first?`}
      text="No date of this file says which comes first."
    >
      <div className="flex flex-wrap gap-3">
        <Button size="sm" tone="secondary" name="intent" value="month-first">
          Month first
        </Button>
        <Button size="sm" tone="secondary" name="intent" value="day-first">
          Day first
        </Button>
      </div>
    </Notice>
  )
}

const TITLES: Record<TaxonomyKind, string> = { category: 'Categories', platform: 'Platforms' }

type MissingProps = {
  missing: Record<TaxonomyKind, MissingName[]>
  counts: MissingCounts
  options: ImportOptions
  taxonomies: Taxonomies
}

function MissingNames({ missing, counts, options, taxonomies }: MissingProps) {
  const [creates, setCreates] = useState(options.createsMissing ?? false)
  const created = [
    counts.category > 0 && pluralize(counts.category, 'category', 'categories'),
    counts.platform > 0 && pluralize(counts.platform, 'platform'),
  ].filter(Boolean)
  if (created.length === 0) return null
  return (
    <Box aria-labelledby="names-head">
      <BoxHead>
        <BoxTitle id="names-head">Categories and platforms that do not exist</BoxTitle>
      </BoxHead>
      <BoxBody className="grid gap-3">
        <Choice
          type="checkbox"
          name="create"
          checked={creates}
          onChange={(event) => setCreates(event.currentTarget.checked)}
          label={`Create ${created.join(' and ')}`}
          hint="Without it these rows fail with “Category not found” or “Platform not found”."
        />
        <div className="grid gap-6 md:grid-cols-2">
          {(['category', 'platform'] as const).map((kind) => (
            <NamesOfKind
              key={kind}
              kind={kind}
              names={missing[kind]}
              count={counts[kind]}
              taxonomies={taxonomies}
              {...{ options, creates }}
            />
          ))}
        </div>
        <div>
          <Button size="sm" tone="secondary" name="intent" value="check">
            Check again
          </Button>
        </div>
      </BoxBody>
    </Box>
  )
}

type NamesProps = {
  kind: TaxonomyKind
  names: MissingName[]
  count: number
  taxonomies: Taxonomies
  options: ImportOptions
  creates: boolean
}

/** How many names are shown before the rest unfolds. */
const FIRST_NAMES = 8

function NamesOfKind({ kind, names, count, taxonomies, options, creates }: NamesProps) {
  if (names.length === 0) return null
  const choices = [
    { value: '', label: creates ? 'Create it' : 'Does not exist' },
    { value: 'error', label: 'Leave it an error' },
    ...taxonomies[kind].map(({ id, name }) => ({ value: id, label: `Same as ${name}` })),
  ]
  const row = ({ key, name, rows }: MissingName, index: number) => {
    const stored = options.names?.[kind][key]
    const value = typeof stored === 'object' ? stored.id : (stored ?? '')
    return (
      <li key={key} className="grid grid-cols-2 items-center gap-3 border-border border-t py-2">
        <span className="min-w-0 wrap-anywhere">
          <bdi>{name}</bdi> <span className="text-small text-muted-foreground">{pluralize(rows, 'row')}</span>
        </span>
        <Select aria-label={name} size="sm" name={`${kind}-${index}`} defaultValue={value} options={choices} />
      </li>
    )
  }
  const shown = names.map(row)
  return (
    <section aria-label={TITLES[kind]}>
      <h3 className="font-bold font-sans text-small">{TITLES[kind]}</h3>
      <ul>{shown.slice(0, FIRST_NAMES)}</ul>
      {shown.length > FIRST_NAMES ? (
        <details>
          <summary className="link cursor-pointer text-small">{`Show all ${formatCount(count)}`}</summary>
          <ul>{shown.slice(FIRST_NAMES)}</ul>
          {count > names.length ? (
            <FieldHint>{`The other ${formatCount(count - names.length)} follow the checkbox.`}</FieldHint>
          ) : null}
        </details>
      ) : null}
    </section>
  )
}

function Readings({ readings }: { readings: Reading[] }) {
  return (
    <Box aria-labelledby="readings-head">
      <BoxHead>
        <BoxTitle id="readings-head">What we read differently</BoxTitle>
      </BoxHead>
      <ul>
        {readings.map(({ note, text, count, before, after }) => (
          <li
            key={note}
            className="flex flex-wrap items-center justify-between gap-3 border-border px-5 py-3 not-first:border-t"
          >
            <div className="min-w-0">
              <p>
                <b>{formatCount(count)}</b> {text}
              </p>
              <code className="block text-caption text-muted-foreground wrap-anywhere">
                {before}
                {after && after !== before ? ` → ${after}` : null}
              </code>
            </div>
            {note === 'list' || note === 'split' ? (
              <Button size="sm" tone="secondary" name="intent" value={note === 'list' ? 'split' : 'keep-lists'}>
                {note === 'list' ? 'Split them' : 'Do not split them'}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Box>
  )
}

/** What happens to live deals, what goes in, and the button that repeats both. */
function Decision({ report, result }: { report: ImportReport; result: FormResult }) {
  const options = report.options
  const busy = useNavigation().formData?.get('intent')
  const live = report.is_published ? 0 : (report.summary.touched?.live ?? 0)
  const [answer, setAnswer] = useState(submittedValue(result, 'live') ?? (options.keepsLive ? 'keep' : 'unpublish'))
  // Without scripts the button cannot repeat an answer that is given on the page.
  const [hasScripts, setHasScripts] = useState(false)
  useEffect(() => setHasScripts(true), [])
  const choice = (value: string) => ({
    type: 'radio' as const,
    name: 'live',
    value,
    checked: answer === value,
    onChange: () => setAnswer(value),
    isBoxed: true,
  })
  const isBusy = busy === 'import'
  return (
    <Box aria-labelledby="decision-head">
      <BoxHead>
        <BoxTitle id="decision-head">
          {live > 0 ? `${pluralize(live, 'live deal')} ${live === 1 ? 'is' : 'are'} in this file` : 'Import'}
        </BoxTitle>
      </BoxHead>
      {live > 0 ? (
        <BoxBody className="grid gap-3">
          <Choice
            {...choice('unpublish')}
            label="Unpublish them and set them Active"
            hint="The usual rule. You publish them again after a look."
          />
          <Choice
            {...choice('keep')}
            label="Keep them live and keep their status"
            hint="Visitors see the new values at once."
          />
        </BoxBody>
      ) : null}
      <div className={classes(BOX_FOOT, 'justify-between rounded-b-md bg-muted')}>
        <p className="flex-[1_1_18rem]">{describeRest(report)}</p>
        {passwordAgain(result, { intent: 'import' })}
        <div className="flex flex-wrap gap-3 max-md:*:flex-auto">
          <Button tone="secondary" name="intent" value="choose-columns" formNoValidate>
            Columns
          </Button>
          <Button
            icon="file-up"
            name="intent"
            value="import"
            busy={isBusy}
            disabled={report.row_count === report.failed_count}
          >
            {isBusy
              ? 'Importing'
              : importLabel(report) + (live > 0 && hasScripts ? `, ${answer} ${formatCount(live)} live` : '')}
          </Button>
          <Button tone="ghost" name="intent" value="cancel" busy={busy === 'cancel'} formNoValidate>
            Cancel
          </Button>
        </div>
      </div>
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
function describeRest({ kind, row_count, failed_count, unchanged_count }: ImportReport) {
  if (row_count === failed_count) return 'No row can be imported.'
  return [
    failed_count > 0 &&
      `${pluralize(failed_count, 'row')} ${failed_count === 1 ? 'stays' : 'stay'} out until corrected.`,
    unchanged_count > 0 &&
      (kind === 'changes'
        ? `${formatCount(unchanged_count)} ${unchanged_count === 1 ? 'is' : 'are'} there already and skipped.`
        : `${formatCount(unchanged_count)} ${unchanged_count === 1 ? 'is' : 'are'} unchanged.`),
    'Nothing has been changed yet.',
  ]
    .filter(Boolean)
    .join(' ')
}
