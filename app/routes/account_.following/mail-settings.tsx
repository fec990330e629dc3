import { Form } from '@remix-run/react'
import type { MailRhythm } from '~/db/schema'
import { MAIL_RHYTHMS, RHYTHM_LABELS } from '~/features/audience/following/mail-rhythm'
import { errorsOf, type FormResult, fieldValue } from '~/http/forms'
import { BOX_LOOK } from '~/ui/box'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { FieldHint } from '~/ui/field'
import { formatDate } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { RadioField } from '~/ui/radio-field'
import { SectionHead } from '~/ui/section-head'

type MailSettingsProps = {
  mail: { mail_rhythm: MailRhythm; mail_off_since: Date | null }
  /** "Monday 23 Nov 2026, 08:00 UTC" */
  next: string
  canChange: boolean
  result: FormResult
}

export function MailSettings({ mail, next, canChange, result }: MailSettingsProps) {
  const isOff = mail.mail_off_since !== null
  return (
    <section aria-labelledby="mail">
      <SectionHead>
        <h2 id="mail">Email</h2>
        {mail.mail_rhythm === 'WEEKLY' && !isOff ? (
          <p className="text-muted-foreground">{`Next email: ${next}`}</p>
        ) : null}
      </SectionHead>
      <Form method="post" className={classes(BOX_LOOK.box, 'grid content-start gap-5 p-5')} noValidate>
        <input type="hidden" name="intent" value="rhythm" />
        <RadioField
          id="rhythm"
          name="rhythm"
          legend="Email frequency"
          choices={MAIL_RHYTHMS.map((value) => ({ value, ...RHYTHM_LABELS[value] }))}
          chosen={fieldValue(result, 'rhythm', mail.mail_rhythm)}
          errors={errorsOf(result, 'rhythm')}
        />
        <FieldHint>
          When something you bought changes for existing owners, we email you within the hour, unless you chose Never.
        </FieldHint>
        <div>
          <Button disabled={!canChange}>Save</Button>
        </div>
      </Form>
    </section>
  )
}

/** Shown above everything else when the mail server refused our mail too often. */
export function MailIsOff({ since, canChange }: { since: Date; canChange: boolean }) {
  return (
    <Notice
      tone="bad"
      isLive={false}
      title={`We couldn't deliver email to you since ${formatDate(since)}, so email is off.`}
    >
      {canChange ? (
        <Form method="post">
          <Button tone="secondary" name="intent" value="mail-on">
            Try again
          </Button>
        </Form>
      ) : null}
    </Notice>
  )
}
