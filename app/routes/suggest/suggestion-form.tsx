import { Form, useFetcher, useNavigation, useSearchParams } from '@remix-run/react'
import type { FocusEvent } from 'react'
import { OfferList } from '~/features/catalog/products/offer-list'
import { GuidelinesLink } from '~/features/contributions/decisions/guidelines-link'
import { type KnownOffers, SUGGESTION_LIMITS as LIMITS, LOOK_UP } from '~/features/contributions/suggestions/suggestion'
import { errorsOf, fieldValue, submittedValue, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { classes } from '~/ui/classes'
import { ErrorSummary } from '~/ui/error-summary'
import { describedBy, FIELD, Field, FieldErrors, FieldHint, TextArea, TextField } from '~/ui/field'
import { Input, PrefixedInput } from '~/ui/input'
import { Notice, NoticeIcon, noticeClasses } from '~/ui/notice'
import { PRICE_INPUT } from '~/ui/price-input'
import type { SuggestionResult } from './actions.server'

type SuggestionFormProps = {
  result: SuggestionResult
  /** Suggestions sent today. */
  used: number
  isLimited: boolean
}

/** Native validation is off, so that all errors appear in the same place and wording. */
export function SuggestionForm({ result, used, isLimited }: SuggestionFormProps) {
  const isSending = useNavigation().formAction?.startsWith('/suggest') ?? false
  const lookup = useFetcher<SuggestionResult>()
  const known = lookup.data?.known === undefined ? result?.known : lookup.data.known
  // The homepage asks for a link.
  const [params] = useSearchParams()
  const text = (name: string) => ({
    id: name,
    name,
    defaultValue: fieldValue(result, name, name === 'url' ? (params.get('url') ?? '') : ''),
    errors: errorsOf(result, name),
  })
  // With scripts the link is looked up without the button.
  const lookUp = ({ target }: FocusEvent<HTMLInputElement>) => {
    const url = target.value.trim()
    if (url.includes('.')) lookup.submit({ step: LOOK_UP, url }, { method: 'post' })
  }
  const link = text('url')
  const linkHint = 'Paste the link to the page where it is sold. We remove tracking parameters.'
  const price = text('deal_price')
  return (
    <Form method="post" className="grid min-w-0 gap-6" noValidate>
      {isLimited ? (
        <Notice tone="wait" title={`You have sent ${LIMITS.aDay} suggestions today.`} text="Come back tomorrow." />
      ) : null}
      <ErrorSummary title={errorsOf(result, '') && 'Not sent yet'} errors={summaryOf(result)} />
      {/* Enter in a field sends the form instead of looking the link up. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" disabled={isLimited}>
        Send suggestion
      </button>
      <Field id="url" label="Link to the offer" hint={linkHint} errors={link.errors}>
        <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-2">
          <Input
            inputMode="url"
            id="url"
            name="url"
            required
            placeholder="https://"
            defaultValue={link.defaultValue}
            onBlur={lookUp}
            {...describedBy({ id: 'url', hint: linkHint, errors: link.errors })}
          />
          <Button tone="secondary" name="step" value={LOOK_UP}>
            Look it up
          </Button>
        </span>
      </Field>
      <div role="status" className="empty:hidden">
        {known ? (
          <KnownLink
            known={known}
            isDifferent={submittedValue(result, 'is_different') === 'on'}
            errors={errorsOf(result, 'is_different')}
          />
        ) : known === null ? (
          <p className="text-small text-muted-foreground">This link is not listed yet.</p>
        ) : null}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Title" required maxLength={LIMITS.title} {...text('title')} />
        <TextField label="Vendor" optional maxLength={LIMITS.vendor} {...text('vendor_name')} />
        <Field id="deal_price" label="Price" optional errors={price.errors}>
          <PrefixedInput
            prefix="$"
            className={PRICE_INPUT}
            id="deal_price"
            name="deal_price"
            inputMode="decimal"
            maxLength={40}
            aria-label="Price in US dollars"
            defaultValue={price.defaultValue}
            {...describedBy({ id: 'deal_price', errors: price.errors })}
          />
        </Field>
        <TextField label="End date" optional type="date" {...text('end_date')} />
      </div>
      <TextArea
        label="Why is it good?"
        required
        counter
        maxLength={LIMITS.reason}
        hint="10 to 500 characters. Staff read it; it is not published."
        {...text('body')}
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button icon="send" busy={isSending} disabled={isLimited}>
          Send suggestion
        </Button>
        <FieldHint>
          {`${used} of ${LIMITS.aDay} today.`}
          <GuidelinesLink />
        </FieldHint>
      </div>
    </Form>
  )
}

type KnownLinkProps = {
  known: KnownOffers
  isDifferent: boolean
  /** Of the box to tick. */
  errors: string[] | undefined
}

/** The deals that a link belongs to already. */
function KnownLink({ known: { product, offers, more }, isDifferent, errors }: KnownLinkProps) {
  return (
    <div className={noticeClasses({ tone: 'wait' })} data-known="">
      <NoticeIcon name="info" />
      <b>This link is already listed.</b>
      <p>
        {'It belongs to these deals'}
        {product ? (
          <>
            {' of '}
            <bdi>{product}</bdi>
          </>
        ) : null}
        {". If yours is one of them, you don't need to send it."}
        {more > 0 ? ` ${more} more are listed.` : null}
      </p>
      <div className="col-span-full mt-3 rounded-xs bg-card px-3.5 text-foreground">
        <OfferList offers={offers} />
      </div>
      <div className={classes(FIELD, 'col-span-full mt-3')}>
        <Checkbox
          id="is_different"
          name="is_different"
          defaultChecked={isDifferent}
          {...describedBy({ id: 'is_different', errors })}
        >
          Mine is a different offer
        </Checkbox>
        <FieldErrors id="is_different" errors={errors} />
      </div>
    </div>
  )
}
