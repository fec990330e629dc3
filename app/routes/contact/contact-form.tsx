import { Form, Link, useNavigation } from '@remix-run/react'
import { CONTACT_FAILED, CONTACT_LIMITS as LIMITS } from '~/features/audience/contact/contact'
import { GuidelinesLink } from '~/features/contributions/decisions/guidelines-link'
import { EMAIL_MAX } from '~/features/people/accounts/profile'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, fieldValue, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { TextArea, TextField } from '~/ui/field'
import { FORM_CARD } from '~/ui/form-card'
import { noticePath, type Reported } from '~/ui/report-link'
import { shorten } from '~/ui/shorten'

type ContactFormProps = {
  /** The signed-in person. */
  sender: { name: string; email: string } | undefined
  /** What is reported, if the form was opened for that. */
  reported: { kind: Reported; id: string; label: string; path: string } | undefined
}

/** Native validation is off, so that all errors appear in the same place and wording. */
export function ContactForm({ sender, reported }: ContactFormProps) {
  const result = useFormResult()
  const isSending = useNavigation().formAction?.startsWith('/contact') ?? false
  const field = (name: string, initial?: string) => ({
    id: name,
    name,
    required: true,
    defaultValue: fieldValue(result, name, initial),
    errors: errorsOf(result, name),
  })
  return (
    <Form
      method="post"
      // Without scripts the answer is rendered at this address.
      action={reported ? noticePath(reported.kind, reported.id) : '/contact'}
      noValidate
      className={FORM_CARD}
      aria-labelledby="write"
      data-failure={CONTACT_FAILED}
    >
      <ErrorSummary title={errorsOf(result, '') && 'Not sent yet'} errors={summaryOf(result)} />
      {errorsOf(result, 'about') ? (
        // The summary of the errors links here.
        <p id="about" tabIndex={-1}>
          Your message no longer reports anything.
        </p>
      ) : null}
      {reported && !errorsOf(result, 'about') ? (
        <p>
          <input type="hidden" name="about" value={`${reported.kind}.${reported.id}`} />
          {'You report '}
          <a className="link" href={reported.path}>
            <bdi>{reported.label}</bdi>
          </a>
          . We confirm it by email, and email you our decision.
        </p>
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" maxLength={LIMITS.name} {...field('name', sender?.name)} />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          {...field('email', sender?.email)}
        />
        <TextField
          label="Subject"
          fieldClassName="sm:col-span-2"
          maxLength={LIMITS.subject}
          {...field('subject', reported && shorten(`Report: ${reported.label}`, LIMITS.subject))}
        />
        <TextArea
          label="Message"
          fieldClassName="sm:col-span-2"
          height="lg"
          minLength={LIMITS.bodyMin}
          maxLength={LIMITS.body}
          hint={
            <>
              {'10 to 2,000 characters. If a price or term is wrong, '}
              <Link className="link" discover="none" to="/deals">
                report a change
              </Link>
              {' on the deal page: we check it and publish it with its date.'}
            </>
          }
          {...field('message')}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button size="lg" icon="send" busy={isSending}>
          Send message
        </Button>
        <p className="text-small text-muted-foreground">
          We use your email only to reply.
          <GuidelinesLink />
        </p>
      </div>
    </Form>
  )
}
