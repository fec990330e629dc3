import { type MouseEvent, useState } from 'react'
import { readTrackingLink } from '~/features/catalog/links/tracking-link'
import { Button } from '~/ui/button'
import { describedBy, Field, FieldHint } from '~/ui/field'
import { Input } from '~/ui/input'
import { Notice } from '~/ui/notice'
import { type Draft, STORE_AS_AFFILIATE } from './deal-draft'
import type { FetchFromLink } from './use-fetch-from-link'

type LinkFieldProps = { draft: Draft; fetching: FetchFromLink }

/**
 * The deal's link, with a button that fills empty fields with what the page behind it says. For a link of a network that
 * pays commissions it offers to move it to the affiliate link.
 */
export function LinkField({ draft, fetching: { button, isBusy, message } }: LinkFieldProps) {
  const { label, errors, ...input } = draft.control('cta_url')
  const { id } = input
  const hint = 'Fetch from link fills empty fields. Nothing is saved by it.'
  const [link, setLink] = useState(input.defaultValue)
  return (
    <Field {...{ id, label, hint, errors }} className="sm:col-span-2">
      <span className="flex flex-wrap gap-3">
        <Input
          {...input}
          className="min-w-0 flex-1 basis-56"
          {...describedBy({ id, hint, errors })}
          onInput={({ currentTarget }) => setLink(currentTarget.value)}
        />
        <Button tone="secondary" className="shrink-0" busy={isBusy} {...button}>
          {isBusy ? 'Reading' : 'Fetch from link'}
        </Button>
      </span>
      <FieldHint role="status">{message}</FieldHint>
      <TrackingLinkOffer link={link} />
    </Field>
  )
}

/** Without scripts the server returns the form with both fields filled. */
function TrackingLinkOffer({ link }: { link: string }) {
  const tracking = readTrackingLink(link)
  if (!tracking) return null
  const { host, target } = tracking
  const plain = target ? `, and ${target} as the CTA URL?` : '? The CTA URL then needs the plain address.'
  return (
    <Notice
      title="This is a tracking link"
      text={
        <span className="wrap-anywhere">{`${host} belongs to a network that pays commissions. Store it as the affiliate link${plain}`}</span>
      }
    >
      <Button
        tone="secondary"
        size="sm"
        name={STORE_AS_AFFILIATE}
        value="yes"
        formNoValidate
        onClick={(event) => move(event, link.trim(), target ?? '')}
      >
        Store as affiliate link
      </Button>
    </Notice>
  )
}

function move(event: MouseEvent<HTMLButtonElement>, link: string, target: string) {
  event.preventDefault()
  const fill = (id: string, value: string) => {
    const input = document.getElementById(id) as HTMLInputElement
    input.closest('details')?.setAttribute('open', '')
    input.value = value
    input.dispatchEvent(new Event('input', { bubbles: true }))
    return input
  }
  fill('affiliate_url', link)
  fill('cta_url', target).focus()
}
