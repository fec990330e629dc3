import { useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { type Intermediary, readTrackingLink } from '~/features/catalog/links/tracking-link'
import { Button } from '~/ui/button'
import { describedBy, Field } from '~/ui/field'
import { Input } from '~/ui/input'
import { Notice } from '~/ui/notice'
import { type Draft, EDITOR_STEPS, KEPT_LINK } from './deal-draft'

type LinkFieldProps = { draft: Draft; action: string }

/**
 * The deal's link, with a button that fills empty fields with what the page behind it says. For a link that
 * may earn a commission it offers to move it to the affiliate link.
 */
export function LinkField({ draft, action }: LinkFieldProps) {
  const { label, hint, errors, ...input } = draft.control('cta_url')
  const { id } = input
  const { keptLink } = draft
  const [link, setLink] = useState(input.defaultValue)
  const isReading = useNavigation().formData?.get('step') === EDITOR_STEPS.fetch
  return (
    <div className="grid gap-3">
      <Field {...{ id, label, hint, errors }}>
        <span className="flex flex-wrap gap-3">
          <Input
            {...input}
            className="min-w-0 flex-1 basis-56"
            {...describedBy({ id, hint, errors })}
            onInput={({ currentTarget }) => setLink(currentTarget.value)}
          />
          <Button
            tone="secondary"
            className="shrink-0"
            icon="download"
            name="step"
            value={EDITOR_STEPS.fetch}
            formAction={`${action}#fetched`}
            formNoValidate
            busy={isReading}
          >
            {isReading ? 'Reading' : 'Fetch from link'}
          </Button>
        </span>
      </Field>
      {keptLink ? <input type="hidden" name={KEPT_LINK} value={keptLink} /> : null}
      {link.trim() === keptLink ? null : <TrackingLinkOffer link={link} action={action} />}
    </div>
  )
}

const TITLES: Record<Intermediary['kind'], string> = {
  network: 'This is a tracking link',
  shortener: 'This is a short link',
  parameter: 'This link credits a partner',
}
const REASONS: Record<Intermediary['kind'], (name: string) => string> = {
  network: (host) => `${host} belongs to a network that pays commissions.`,
  shortener: (host) => `${host} does not show where it leads.`,
  parameter: (name) => `Its parameter ${name} names who is paid.`,
}

function TrackingLinkOffer({ link, action }: { link: string; action: string }) {
  const tracking = readTrackingLink(link)
  if (!tracking) return null
  const { kind, name, target } = tracking
  const plain = target ? `and ${target} as the CTA URL.` : 'and enter the plain address as the CTA URL.'
  return (
    <Notice
      title={TITLES[kind]}
      text={
        <span className="wrap-anywhere">{`${REASONS[kind](name)} If it earns for us, store it as the affiliate link, ${plain} Otherwise the page says that it may earn someone else a commission.`}</span>
      }
    >
      <span className="flex flex-wrap gap-2">
        <Button
          tone="secondary"
          size="sm"
          name="step"
          value={EDITOR_STEPS.storeAsAffiliate}
          formAction={`${action}#cta_url`}
          formNoValidate
        >
          Store as affiliate link
        </Button>
        <Button
          tone="ghost"
          size="sm"
          name="step"
          value={EDITOR_STEPS.keepLink}
          formAction={`${action}#cta_url`}
          formNoValidate
        >
          Keep as it is
        </Button>
      </span>
    </Notice>
  )
}
