import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { errorsOf, type FormResult, summaryOf } from '~/http/forms'
import { Button, type ButtonProps } from '~/ui/button'
import { classes } from '~/ui/classes'
import { ErrorSummary } from '~/ui/error-summary'
import { FIELD_ERROR } from '~/ui/field'

type PasskeyFormProps = Pick<ButtonProps, 'tone' | 'size' | 'block'> & {
  /** create: makes a passkey. get: signs with one. */
  ceremony: 'create' | 'get'
  /** Where the script asks what has to be signed; it sends the fields of the form. */
  options: string
  action?: string
  label: string
  /** Hidden fields. */
  fields: Record<string, string>
  className?: string
  result: FormResult
  children?: ReactNode
}

/**
 * A form that the script of the page sends with the answer of the browser (enhance/passkeys). It needs scripts. Pressed
 * before that script has loaded, it is sent without an answer, and the server says to press again.
 */
export function PasskeyForm(props: PasskeyFormProps) {
  const { ceremony, options, action, label, fields, className, result, children, ...look } = props
  const errors = [
    ...(errorsOf(result, 'answer') ?? []),
    ...summaryOf(result)
      .filter(({ id }) => !id)
      .map(({ message }) => message),
  ]
  return (
    <Form
      method="post"
      action={action}
      className={classes(className, 'noscript:hidden')}
      data-passkey={ceremony}
      data-options={options}
      noValidate
    >
      <ErrorSummary title="Not accepted" errors={errors.map((message) => ({ message }))} />
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="answer" defaultValue="" />
      {children}
      <p className={FIELD_ERROR} role="alert" data-passkey-error="" hidden />
      <Button {...look} icon="lock" data-passkey-start="">
        {label}
      </Button>
    </Form>
  )
}
