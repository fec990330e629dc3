import { Form } from '@remix-run/react'
import { ADDRESSES_SECTION } from '~/features/audience/private-addresses/addresses-section'
import type { PrivateAddresses as Links } from '~/features/people/sessions/private-addresses.server'
import { Button, IconButton } from '~/ui/button'
import { Field, FieldHint } from '~/ui/field'
import { Input } from '~/ui/input'
import { LocalDate } from '~/ui/local-date'
import { SectionHead } from '~/ui/section-head'

type PrivateAddressesProps = {
  /** When the links were made; null when there are none. */
  madeAt: Date | string | null
  /** The links themselves, in the answer to the form that made them. */
  links: Links | undefined
  canChange: boolean
}

export function PrivateAddressList({ madeAt, links, canChange }: PrivateAddressesProps) {
  return (
    <section aria-labelledby="addresses">
      <SectionHead>
        <h2 id="addresses">Calendar and feed</h2>
      </SectionHead>
      <div className="grid gap-5">
        <p className="text-muted-foreground text-small">
          Refund deadlines, redeem-by dates and ends of deals you follow in your calendar, and your notifications in a
          feed reader. Anyone with a link can read it. Both links stop working when you change your password or sign out
          everywhere.
        </p>
        {links ? <NewLinks {...links} /> : null}
        {madeAt && !links ? (
          <p>
            Links created on <LocalDate value={madeAt} />.
          </p>
        ) : null}
        {canChange && !links ? <MakeLinks isReset={madeAt !== null} /> : null}
      </div>
    </section>
  )
}

function NewLinks({ calendar, feed }: Links) {
  return (
    <>
      <p role="status">
        <b>New calendar and feed links created. Copy them now: they are shown only this once.</b>
      </p>
      <LinkField id="calendar-link" label="Calendar link" link={calendar} />
      <LinkField id="feed-link" label="Private feed link" link={feed} />
    </>
  )
}

/** A secret link to copy; without scripts it can be selected. */
function LinkField({ id, label, link }: { id: string; label: string; link: string }) {
  return (
    <Field id={id} label={label}>
      <span className="flex items-center gap-2">
        <Input className="min-w-0 flex-1 text-ellipsis" id={id} readOnly value={link} />
        <IconButton
          icon="copy"
          label={`Copy ${label.toLowerCase()}`}
          tone="line"
          data-copy={link}
          data-copied="Link copied"
          className="shrink-0 noscript:hidden"
        />
      </span>
    </Field>
  )
}

function MakeLinks({ isReset }: { isReset: boolean }) {
  return (
    <Form method="post" action={ADDRESSES_SECTION} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button name="intent" value="make-links" tone="secondary" icon={isReset ? 'rotate-cw' : 'plus'}>
        {isReset ? 'Reset links' : 'Create links'}
      </Button>
      {isReset ? <FieldHint>The old links stop working immediately.</FieldHint> : null}
    </Form>
  )
}
