import { Form, Link } from '@remix-run/react'
import { Fragment, type ReactNode } from 'react'
import { BackLink } from './back-link'
import { BOX_LOOK, Box, BoxBody, BoxHead, BoxTitle } from './box'
import { ButtonLink } from './button'
import { ConfirmButton } from './confirm-button'
import { type Dependents, dependentsVerb } from './dependents'
import { ErrorSummary } from './error-summary'
import { FormLayout } from './form-layout'
import { SaveButton } from './save-button'
import { ScreenHead } from './screen-head'

type RecordScreenProps = {
  title: string
  lead?: ReactNode
  noun: string
  list: { to: string; label: string }
  errors: { id?: string; message: string }[]
  /** The version that the form edits, and the dependents that prevent deletion; undefined for a new row. */
  record: { version: string; dependents?: Dependents[] } | undefined
  /** The fields. */
  children: ReactNode
  /** Further buttons, after the one that saves. */
  actions?: ReactNode
  /** What else can be done with the row, before its deletion. */
  further?: ReactNode
  /** What the question before the deletion says besides the title. */
  consequence?: string
  /** The field for the password, once the deletion has asked for it. */
  password?: ReactNode
  aside?: ReactNode
}

/** The form of one row of a simple list. */
export function PlainRecordScreen({
  title,
  lead,
  noun,
  list,
  errors,
  record,
  children,
  actions,
  further,
  consequence,
  password,
  aside,
}: RecordScreenProps) {
  return (
    <>
      <BackLink to={list.to}>{list.label}</BackLink>
      <ScreenHead title={title} lead={lead} />
      <ErrorSummary errors={errors} />
      <FormLayout aside={aside}>
        <Form method="post" className={BOX_LOOK.box} noValidate>
          {record ? <input type="hidden" name="version" value={record.version} /> : null}
          <BoxBody className="grid gap-5">
            {children}
            <div className="flex flex-wrap gap-3">
              <SaveButton>{`Save ${noun}`}</SaveButton>
              {actions}
              <ButtonLink to={list.to} tone="secondary">
                Cancel
              </ButtonLink>
            </div>
          </BoxBody>
        </Form>
        {further}
        {record ? <Deletion {...{ title, noun, consequence, password }} dependents={record.dependents ?? []} /> : null}
      </FormLayout>
    </>
  )
}

type DeletionProps = Pick<RecordScreenProps, 'title' | 'noun' | 'consequence' | 'password'> & {
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
