import { Form, Link } from '@remix-run/react'
import { MarkedLink } from '~/features/contributions/decisions/marked-text'
import { BoxBody, TitledBox } from '~/ui/box'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { formatDate, formatTime } from '~/ui/local-date'
import { formatCount } from '~/ui/pluralize'
import { Fingerprint } from './source-note'
import type { Evidence } from './sources.server'

/** The parameter that shows the whole text. */
export const TEXT_PARAM = 'text'

/** Why no page is saved on a site without connections to other sites. */
export const SAVING_IS_OFF = 'Saving pages is off by the setting LINK_CHECKS.'

type EvidenceBoxProps = { url: string; evidence: Evidence | undefined; isSavingOff: boolean }

/** Whether the source of a change report has the reported values. */
export function EvidenceBox({ url, evidence, isSavingOff }: EvidenceBoxProps) {
  const { text = null, hash = null, saved_at = null, bytes = 0, passages = [], failure = null } = evidence ?? {}
  return (
    <TitledBox id="evidence" title="Evidence" beside={<MarkedLink url={url} />}>
      <BoxBody className="grid gap-4 wrap-anywhere">
        {hash !== null && saved_at ? (
          <p className="text-small text-muted-foreground">
            {`Saved ${formatDate(saved_at)}, ${formatTime(saved_at)} UTC. ${sizeOf(bytes)} of text, fingerprint `}
            <Fingerprint hash={hash} />
            {'. '}
            <Link className="link" to={text === null ? `?${TEXT_PARAM}#saved-text` : '?'} discover="none">
              {text === null ? 'Read the saved text' : 'Hide the saved text'}
            </Link>
          </p>
        ) : null}
        {passages.length > 0 ? <Passages passages={passages} /> : null}
        {text === null ? null : (
          <p id="saved-text" dir="auto" className="max-h-96 overflow-auto bg-muted p-4 text-small">
            {text}
          </p>
        )}
        {failure !== null || !evidence ? (
          <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p>
              {failure === null ? 'This page has not been saved yet.' : `This page could not be saved: ${failure}.`}
            </p>
            {isSavingOff ? (
              <p className="text-muted-foreground">{SAVING_IS_OFF}</p>
            ) : (
              <Button tone="secondary" size="sm" icon="rotate-cw" name="intent" value="save-source">
                {failure === null ? 'Save it now' : 'Try again'}
              </Button>
            )}
          </Form>
        ) : null}
      </BoxBody>
    </TitledBox>
  )
}

const sizeOf = (bytes: number) => (bytes < 1_000 ? `${bytes} bytes` : `${formatCount(Math.round(bytes / 1_000))} KB`)

function Passages({ passages }: Pick<Evidence, 'passages'>) {
  return (
    <dl className="grid gap-3.5">
      {passages.map(({ term, value, count, before, found, after }) => (
        <div key={term}>
          <dt className="flex items-center gap-2 text-control">
            <Icon
              name={count > 0 ? 'circle-check' : 'circle-minus'}
              className={count > 0 ? 'text-verified' : 'text-muted-foreground'}
            />
            <span>
              {`${term}, `}
              <b>
                <bdi>{value}</bdi>
              </b>
            </span>
          </dt>
          <dd className="ps-7">
            <p className="text-small text-muted-foreground">{countText(count)}</p>
            {count > 0 ? (
              <blockquote
                dir="auto"
                className="mt-2 border-s-2 border-rule bg-muted px-3.5 py-2.5 text-control text-muted-foreground"
              >
                {`… ${before}`}
                <mark className="rounded-xs bg-accent-soft px-0.5 font-semibold text-accent-soft-foreground">
                  {found}
                </mark>
                {`${after} …`}
              </blockquote>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function countText(count: number) {
  if (count === 0) return 'not on the saved page'
  return count === 1 ? 'found once' : `found ${formatCount(count)} times`
}
