import { Button } from '~/ui/button'
import { describedBy, Field, FieldHint } from '~/ui/field'
import { Input } from '~/ui/input'
import type { Draft } from './deal-draft'
import type { FetchFromLink } from './use-fetch-from-link'

type LinkFieldProps = { draft: Draft; fetching: FetchFromLink }

/** The deal's link, with a button that fills empty fields with what the page behind it says. */
export function LinkField({ draft, fetching: { button, isBusy, message } }: LinkFieldProps) {
  const { label, errors, ...input } = draft.control('cta_url')
  const { id } = input
  const hint = 'Fetch from link fills empty fields. Nothing is saved by it.'
  return (
    <Field {...{ id, label, hint, errors }} className="sm:col-span-2">
      <span className="flex flex-wrap gap-3">
        <Input {...input} className="min-w-0 flex-1 basis-56" {...describedBy({ id, hint, errors })} />
        <Button tone="secondary" className="shrink-0" busy={isBusy} {...button}>
          {isBusy ? 'Reading' : 'Fetch from link'}
        </Button>
      </span>
      <FieldHint role="status">{message}</FieldHint>
    </Field>
  )
}
