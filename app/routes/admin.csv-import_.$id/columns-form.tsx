import { Form, useNavigation } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { unusedHeadings } from '~/features/staff/csv-import/columns'
import {
  type ColumnName,
  columnLabel,
  FILE_FORMATS,
  type FileKind,
  importPath,
  VENDOR_RULES,
} from '~/features/staff/csv-import/csv-import'
import type { ImportOptions } from '~/features/staff/csv-import/import-options'
import { errorsOf, type FormResult, submittedValue } from '~/http/forms'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { BOX_FOOT } from '~/ui/box-foot'
import { Button, ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { FieldErrors, FieldHint } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { inputClasses } from '~/ui/input'
import { pluralize } from '~/ui/pluralize'
import { Select } from '~/ui/select-field'

type Choices = Partial<Record<ColumnName, { value: string; label: string }[]>>
type ColumnsFormProps = {
  kind: FileKind
  header: string[]
  samples: string[][]
  options: ImportOptions
  /** The existing categories and platforms. */
  choices: Choices
  details: string
  result: FormResult
}

/** Which column of ours comes from which column of the file. */
export function ColumnsForm(props: ColumnsFormProps) {
  const { kind, header, options, details, result } = props
  const { columns, required } = FILE_FORMATS[kind]
  const isBusy = useNavigation().formData?.get('intent') === 'columns'
  const isShown = (column: ColumnName) =>
    required.includes(column) || options.columns?.[column] !== undefined || Boolean(errorsOf(result, column))
  const rest = columns.filter((column) => !isShown(column))
  const unused = unusedHeadings(options.columns ?? {}, header)
  const row = (column: ColumnName) => <ColumnRow key={column} column={column} {...props} />
  return (
    <Box as="div">
      <Form method="post" aria-labelledby="columns-head">
        <BoxHead>
          <BoxTitle id="columns-head">Which column is which?</BoxTitle>
          <span className="min-w-0 text-small text-muted-foreground wrap-anywhere">{details}</span>
        </BoxHead>
        <div className="hidden gap-3 border-border border-t bg-muted px-5 py-2 text-caption text-muted-foreground md:grid md:grid-cols-3">
          <span>Our column</span>
          <span>Your file</span>
          <span>First three cells</span>
        </div>
        {[...required, ...columns.filter((column) => !required.includes(column) && isShown(column))].map(row)}
        <BoxBody>
          {rest.length > 0 ? (
            <Fold summary={`${pluralize(rest.length, 'more column')} of ours, not in this file`}>{rest.map(row)}</Fold>
          ) : null}
          {unused.length > 0 ? (
            <p className="text-small text-muted-foreground wrap-anywhere">{`Not used from your file: ${unused.join(', ')}.`}</p>
          ) : null}
        </BoxBody>
        <div className={classes(BOX_FOOT, 'justify-between rounded-b-md bg-muted')}>
          <p>
            We remember this for the next file with the same headings. <b>Nothing is stored yet.</b>
          </p>
          <div className="flex flex-wrap gap-3 max-md:*:flex-auto">
            <ButtonLink to={importPath(kind)} tone="secondary">
              Another file
            </ButtonLink>
            <Button name="intent" value="columns" busy={isBusy}>
              {isBusy ? 'Checking' : 'Check the rows'}
            </Button>
          </div>
        </div>
      </Form>
    </Box>
  )
}

function ColumnRow({
  column,
  kind,
  header,
  samples,
  options,
  choices,
  result,
}: ColumnsFormProps & { column: ColumnName }) {
  const stored = options.columns?.[column]
  const initial = submittedValue(result, column) ?? (typeof stored === 'object' ? 'value' : String(stored ?? ''))
  const [chosen, setChosen] = useState(initial)
  const isRequired = FILE_FORMATS[kind].required.includes(column)
  const errors = errorsOf(result, column)
  const cells = samples[Number(chosen || Number.NaN)] ?? []
  const heading = typeof stored === 'number' ? header[stored]! : ''
  const isRecognized = chosen === String(stored) && heading.trim().toLowerCase() !== column
  return (
    <div className="grid gap-3 border-border border-t px-5 py-4 md:grid-cols-3">
      <label htmlFor={column}>
        <b>{columnLabel(column)}</b>{' '}
        {isRequired ? <span className="text-caption text-muted-foreground">required</span> : null}
        <code className="block text-caption text-muted-foreground">{column}</code>
      </label>
      <div className="flex min-w-0 flex-col gap-2">
        <Select
          id={column}
          name={column}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors ? `${column}-error` : undefined}
          options={[
            { value: '', label: 'Not in the file' },
            ...header.map((name, index) => ({ value: String(index), label: name.trim() || `Column ${index + 1}` })),
            { value: 'value', label: 'The same for every row' },
          ]}
        />
        <FixedValue
          column={column}
          value={submittedValue(result, `${column}-value`) ?? (typeof stored === 'object' ? stored.value : '')}
          isShown={chosen === 'value'}
          choices={choices[column]}
        />
        {isRecognized && heading ? (
          <FieldHint className="wrap-anywhere">{`Recognized: ${heading.trim()}`}</FieldHint>
        ) : null}
        <FieldErrors id={column} errors={errors} />
        {column === 'vendor_name' ? (
          <>
            <label className="text-small text-muted-foreground" htmlFor="vendor">
              Where the vendor is missing:
            </label>
            <Select
              id="vendor"
              name="vendor"
              defaultValue={submittedValue(result, 'vendor') ?? options.vendor ?? 'error'}
              options={Object.entries(VENDOR_RULES).map(([value, label]) => ({ value, label }))}
            />
          </>
        ) : null}
      </div>
      <Examples cells={cells} />
    </div>
  )
}

function Examples({ cells }: { cells: ReactNode[] }) {
  return (
    <div className="min-w-0 text-caption text-muted-foreground wrap-anywhere">
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: examples never move
        <code className="block" key={index}>
          <bdi>{cell}</bdi>
        </code>
      ))}
    </div>
  )
}

type FixedValueProps = {
  column: ColumnName
  value: string
  isShown: boolean
  choices?: { value: string; label: string }[]
}

/** Always shown without scripts, because the select cannot show it. Without any category or platform, one can be named. */
function FixedValue({ column, value, isShown, choices }: FixedValueProps) {
  const field = { name: `${column}-value`, 'aria-label': `${columnLabel(column)} for every row`, defaultValue: value }
  return (
    <div className={isShown ? undefined : 'hidden noscript:block'}>
      {choices && choices.length > 0 ? (
        // The command takes names too.
        <Select
          {...field}
          defaultValue={choices.find(({ label }) => label === value)?.value ?? value}
          options={[{ value: '', label: 'Choose…' }, ...choices]}
        />
      ) : (
        <input {...field} className={inputClasses({})} placeholder={column === 'start_date' ? 'today' : undefined} />
      )}
    </div>
  )
}
