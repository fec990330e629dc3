import { useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { DEAL_FIELDS } from '~/features/catalog/deals/deal-fields'
import { type Intermediary, readTrackingLink } from '~/features/catalog/links/tracking-link'
import { describedBy, Field } from '~/ui/field'
import { Input } from '~/ui/input'
import { Notice } from '~/ui/notice'
import { type Draft, EDITOR_STEPS, KEPT_LINK } from './deal-draft'
import { StepButton } from './step-button'

/**
 * The deal's link, with a button that fills empty fields with what the page behind it says. For a link that
 * may earn a commission it offers to move it to the affiliate link.
 */
export function LinkField({ draft: { control, keptLink } }: { draft: Draft }) {
  const { errors, ...input } = control('cta_url')
  const { label, hint } = DEAL_FIELDS.cta_url
  const { id } = input
  const [link, setLink] = useState(input.defaultValue ?? '')
  const isReading = useNavigation().formData?.get('step') === EDITOR_STEPS.fetch
  return (
    <div className="grid gap-3">
      <Field {...{ id, label, hint, errors }}>
        <span className="flex flex-wrap gap-3">
          <Input
            {...input}
            required
            inputMode="url"
            placeholder="https://"
            className="min-w-0 flex-1 basis-56"
            {...describedBy({ id, hint, errors })}
            onInput={({ currentTarget }) => setLink(currentTarget.value)}
          />
          <StepButton step="fetch" focus="fetched" size="md" className="shrink-0" icon="download" busy={isReading}>
            {isReading ? 'Reading' : 'Fetch from link'}
          </StepButton>
        </span>
      </Field>
      {keptLink ? <input type="hidden" name={KEPT_LINK} value={keptLink} /> : null}
      {link.trim() === keptLink ? null : <TrackingLinkOffer link={link} />}
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

function TrackingLinkOffer({ link }: { link: string }) {
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
        <StepButton step="storeAsAffiliate" focus="cta_url">
          Store as affiliate link
        </StepButton>
        <StepButton step="keepLink" focus="cta_url" tone="ghost">
          Keep as it is
        </StepButton>
      </span>
    </Notice>
  )
}
