import { useState } from 'react'
import { type Intermediary, readTrackingLink } from '~/features/catalog/links/tracking-link'
import { Button } from '~/ui/button'
import { describedBy, Field } from '~/ui/field'
import { Input } from '~/ui/input'
import { Notice } from '~/ui/notice'
import { type Draft, KEEP_LINK, KEPT_LINK, STORE_AS_AFFILIATE } from './deal-draft'
import { enter } from './enter'
import { UNDO_FETCH } from './fetch-from-link'
import { FillButton } from './fill-button'
import type { FetchFromLink } from './use-fetch-from-link'

type LinkFieldProps = { draft: Draft; fetching: FetchFromLink }

/**
 * The deal's link, with a button that fills empty fields with what the page behind it says. For a link that
 * may earn a commission it offers to move it to the affiliate link.
 */
export function LinkField({ draft, fetching: { button, isBusy, outcome, undo } }: LinkFieldProps) {
  const { label, errors, ...input } = draft.control('cta_url')
  const { id } = input
  const hint = 'https:// may be left out. Fetching fills only empty fields, and saves nothing.'
  const [link, setLink] = useState(input.defaultValue)
  const [kept, setKept] = useState(draft.keptLink)
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
          <Button tone="secondary" className="shrink-0" icon="download" busy={isBusy} {...button}>
            {isBusy ? 'Reading' : 'Fetch from link'}
          </Button>
        </span>
      </Field>
      <div role="status" className="empty:hidden">
        {outcome ? (
          <Notice tone={outcome.undo ? 'ok' : 'plain'} isLive={false} title={outcome.title} text={outcome.text}>
            {outcome.undo ? (
              <FillButton name={UNDO_FETCH} value={outcome.undo} onPress={undo}>
                Undo
              </FillButton>
            ) : null}
          </Notice>
        ) : null}
      </div>
      {kept ? <input type="hidden" name={KEPT_LINK} value={kept} /> : null}
      {link.trim() === kept ? null : <TrackingLinkOffer link={link} keep={() => setKept(link.trim())} />}
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

/** Without scripts the server returns the form after either button. */
function TrackingLinkOffer({ link, keep }: { link: string; keep: () => void }) {
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
        <FillButton name={STORE_AS_AFFILIATE} onPress={() => move(link.trim(), target ?? '')}>
          Store as affiliate link
        </FillButton>
        <FillButton
          tone="ghost"
          name={KEEP_LINK}
          onPress={() => {
            keep()
            document.getElementById('cta_url')?.focus()
          }}
        >
          Keep as it is
        </FillButton>
      </span>
    </Notice>
  )
}

function move(link: string, target: string) {
  enter('affiliate_url', link)
  enter('cta_url', target)?.focus()
}
