import { Form, Link } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { passwordAgain } from '~/features/people/accounts/password-field'
import type { FieldTable } from '~/http/field-table'
import { useFormResult } from '~/http/form-hooks'
import { type FormResult, fieldsOf, summaryOf } from '~/http/forms'
import { BackLink } from '~/ui/back-link'
import { BOX_LOOK, Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { type Conflict, ConflictNotice } from '~/ui/conflict'
import { type Dependents, dependentsVerb } from '~/ui/dependents'
import { ErrorSummary } from '~/ui/error-summary'
import { Fields } from '~/ui/fields'
import { FormLayout } from '~/ui/form-layout'
import { SaveButton } from '~/ui/save-button'
import { ScreenHead } from '~/ui/screen-head'

/** What the action of a record's form returns. */
export type RecordResult = FormResult & { conflict?: Conflict }

type FieldControls = Parameters<typeof Fields<FieldTable>>[0]
type Stored = { version: number; dependents: Dependents[]; isDeletable: boolean }

type RecordForm = { control: FieldControls['control']; result: RecordResult | undefined }

type RecordScreenProps = {
  /** The data of `recordLoader`. */
  page: { title: string; noun: string; list: { to: string; label: string }; record?: Stored | null }
  fields: FieldTable
  options?: FieldControls['options']
  hints?: FieldControls['hints']
  /** The values of a new record. */
  initial?: object
  lead?: ReactNode
  /** Links beside the title. */
  links?: ReactNode
  /** Further fields, after those of the table; a function takes the place of all fields. */
  children?: ReactNode | ((form: RecordForm) => ReactNode)
  /** Further buttons, after the one that saves. */
  actions?: ReactNode
  /** What else can be done with the record, before its deletion. */
  further?: ReactNode
  /** What the question before the deletion says besides the title. */
  consequence?: string
  aside?: ReactNode
}

/** The form of one record of a list. */
export function RecordScreen(props: RecordScreenProps) {
  const { page, fields, options, hints, initial, lead, links, children, actions, further, consequence, aside } = props
  const { title, noun, list, record } = page
  const result = useFormResult<RecordResult>()
  const control: FieldControls['control'] = fieldsOf<Record<string, unknown>>(result, { ...(record ?? initial) })
  const conflict = result?.conflict
  const version = conflict?.version ?? record?.version
  return (
    <>
      <BackLink to={list.to}>{list.label}</BackLink>
      <ScreenHead title={title} lead={lead}>
        {links}
      </ScreenHead>
      <ErrorSummary errors={summaryOf(result)} />
      {conflict ? <ConflictNotice conflict={conflict} noun={noun.toLowerCase()} form="record" theirs="" /> : null}
      <FormLayout aside={aside}>
        <Form method="post" id="record" className={BOX_LOOK.box} noValidate>
          {version === undefined ? null : <input type="hidden" name="version" value={version} />}
          <BoxBody className="grid gap-5">
            {typeof children === 'function' ? (
              children({ control, result })
            ) : (
              <>
                <Fields fields={fields} control={control} options={options} hints={hints} />
                {children}
              </>
            )}
            {passwordAgain(result)}
            <div className="flex flex-wrap gap-3">
              {conflict ? null : <SaveButton>{`Save ${noun}`}</SaveButton>}
              {actions}
              <ButtonLink to={list.to} tone="secondary">
                Cancel
              </ButtonLink>
            </div>
          </BoxBody>
        </Form>
        {further}
        {record?.isDeletable ? (
          <Deletion
            title={title}
            noun={noun}
            consequence={consequence}
            password={passwordAgain(result, { intent: 'delete' })}
            dependents={record.dependents}
          />
        ) : null}
      </FormLayout>
    </>
  )
}

type DeletionProps = {
  title: string
  noun: string
  consequence: string | undefined
  password: ReactNode
  dependents: Dependents[]
}

function Deletion({ title, noun, consequence, password, dependents }: DeletionProps) {
  return (
    <Box aria-labelledby="deletion">
      <BoxHead>
        <BoxTitle id="deletion">{`Delete this ${noun.toLowerCase()}`}</BoxTitle>
      </BoxHead>
      <Form method="post" className="p-5 grid content-start gap-5">
        <input type="hidden" name="intent" value="delete" />
        {dependents.length > 0 ? (
          <DependentsNotice items={dependents} />
        ) : (
          <ConfirmButton
            label={`Delete ${noun}`}
            icon="trash-2"
            heading={`Are you sure you want to delete this ${noun.toLowerCase()}?`}
            text={
              <>
                <bdi>{title}</bdi>
                {consequence ? `. ${consequence}` : null}
              </>
            }
            confirm="Delete"
            password={password}
          />
        )}
      </Form>
    </Box>
  )
}

/** Says why a row cannot be deleted, with links to the rows that reference it. */
function DependentsNotice({ items }: { items: Dependents[] }) {
  return (
    <p className="first-letter:uppercase">
      {items.map(({ label, to }, i) => (
        <Fragment key={label}>
          {i > 0 ? ' and ' : null}
          {to ? (
            <Link className="link" to={to} discover="none">
              {label}
            </Link>
          ) : (
            <bdi>{label}</bdi>
          )}
        </Fragment>
      ))}
      {` ${dependentsVerb(items)} here. Move them elsewhere before you delete this.`}
    </p>
  )
}
