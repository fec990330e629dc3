import { type FormEvent, useState } from 'react'
import { PRICE_PERIODS, priceText } from '~/features/catalog/deals/regular-price'
import { AFFECTS_LABELS, CHANGE_LOG_LIMITS as LIMITS } from '~/features/catalog/record/change-log'
import {
  type PriceOnRecord,
  readTypedPrice,
  reportedText,
  titleOfPriceChange,
} from '~/features/contributions/change-logs/price-report'
import { ValueChange } from '~/features/contributions/change-logs/value-change'
import { GuidelinesLink } from '~/features/contributions/decisions/guidelines-link'
import { useFormDraft } from '~/features/people/accounts/use-form-draft'
import { useFormInPlace } from '~/http/form-hooks'
import { errorsOf, fieldValue, submissionErrorTitle, summaryOf } from '~/http/forms'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { describedBy, Field, FieldHint, TextArea, TextField } from '~/ui/field'
import { Fold } from '~/ui/fold'
import { FORM_CARD } from '~/ui/form-card'
import { FormLayout } from '~/ui/form-layout'
import { PrefixedInput } from '~/ui/input'
import { formatDate } from '~/ui/local-date'
import { currencySign } from '~/ui/money'
import { PRICE_INPUT } from '~/ui/price-input'
import { RadioField } from '~/ui/radio-field'
import { SideEntry, SideList } from '~/ui/side-list'

type ReportedDeal = PriceOnRecord & { slug: string; title: string; platform: string }
type FieldName =
  | 'before'
  | 'now'
  | 'source_url'
  | 'period'
  | 'affects_owners'
  | 'effective_on'
  | 'description'
  | 'title'

const PERIODS = (['ONCE', 'MONTH', 'YEAR'] as const).map((value) => ({ value, label: PRICE_PERIODS[value] }))
const ANSWERS = [
  { value: 'NO', label: 'New buyers only' },
  { value: 'YES', label: 'Yes, existing owners too' },
  { value: 'UNKNOWN', label: 'Not sure' },
] as const

export function PriceReportForm({ deal, back }: { deal: ReportedDeal; back: string }) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  const draft = useFormDraft(`price of ${deal.slug}`, result)
  const [typed, setTyped] = useState<FormData>()
  const { deal_price, currency, deal_price_period } = deal
  const first: Partial<Record<FieldName, string>> = {
    before: deal_price ?? '',
    period: deal_price_period,
    affects_owners: 'UNKNOWN',
  }
  const textOf = (name: FieldName) => fieldValue(result, name, first[name]) ?? ''
  const field = (name: FieldName) => ({ id: name, name, defaultValue: textOf(name), errors: errorsOf(result, name) })
  const choice = (name: FieldName) => ({ id: name, name, chosen: textOf(name), errors: errorsOf(result, name) })
  const folded = [field('effective_on'), field('description'), field('title')] as const
  const [since, note, title] = folded
  const isOpen = folded.some(({ defaultValue, errors }) => defaultValue || errors)
  const onRecord =
    deal_price === null ? 'no price on record' : `on record at ${priceText(deal_price, currency, deal_price_period)}`
  return (
    <Form
      {...formProps}
      {...draft}
      onInput={(event: FormEvent<HTMLFormElement>) => {
        draft.onInput()
        setTyped(new FormData(event.currentTarget))
      }}
    >
      <FormLayout
        aside={<Preview deal={deal} textOf={(name) => (typed ? String(typed.get(name) ?? '') : textOf(name))} />}
      >
        <div className={FORM_CARD}>
          <p className="text-small text-muted-foreground">
            <bdi>{deal.title}</bdi>: <bdi>{deal.platform}</bdi>
            {`, ${onRecord}`}
          </p>
          <ErrorSummary title={submissionErrorTitle(result)} errors={summaryOf(result)} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Amount
              label="Before"
              hint={deal_price === null ? undefined : 'The price on record.'}
              optional={deal_price === null}
              currency={currency}
              {...field('before')}
            />
            <Amount
              label="Now"
              hint={`“${currencySign(currency)}49” and “49 ${currency}” work too.`}
              currency={currency}
              {...field('now')}
            />
          </div>
          <TextField
            label="Source"
            inputMode="url"
            maxLength={LIMITS.url}
            required
            hint="The page where we can see the new price."
            {...field('source_url')}
          />
          <RadioField legend="Billing period" choices={PERIODS} {...choice('period')} />
          <RadioField
            legend="Does it affect people who already bought?"
            choices={ANSWERS}
            {...choice('affects_owners')}
          />
          <Fold open={isOpen || undefined} summary="Add a date or a note">
            <div className="grid gap-5">
              <TextField label="Since" type="date" optional {...since} />
              <TextArea label="Note" height="sm" optional counter maxLength={LIMITS.description} {...note} />
              <TextField
                label="Log entry title"
                hint="Leave empty to describe the change automatically."
                optional
                maxLength={LIMITS.title}
                {...title}
              />
            </div>
          </Fold>
          <div className="flex flex-wrap items-center gap-3">
            <Button icon="send" busy={isSending}>
              Send report
            </Button>
            <ButtonLink to={back} tone="ghost">
              Cancel
            </ButtonLink>
            <FieldHint>
              Reports stay pending until we verify them.
              <GuidelinesLink />
            </FieldHint>
          </div>
        </div>
      </FormLayout>
    </Form>
  )
}

type AmountProps = {
  id: string
  name: string
  label: string
  hint?: string
  optional?: boolean
  currency: string
  defaultValue: string
  errors: string[] | undefined
}

function Amount({ label, hint, optional, currency, errors, ...input }: AmountProps) {
  return (
    <Field {...{ id: input.id, label, hint, optional, errors }}>
      <PrefixedInput
        prefix={currencySign(currency)}
        className={PRICE_INPUT}
        inputMode="decimal"
        autoComplete="off"
        maxLength={40}
        required={!optional}
        {...input}
        {...describedBy({ id: input.id, hint, errors })}
      />
    </Field>
  )
}

/** The entry as it will be in the Change Log. With scripts it follows what is typed. */
function Preview({
  deal: { currency, deal_price_period },
  textOf,
}: {
  deal: PriceOnRecord
  textOf: (name: FieldName) => string
}) {
  const [before, now] = [readTypedPrice(textOf('before'), currency), readTypedPrice(textOf('now'), currency)]
  const period = PERIODS.find(({ value }) => value === textOf('period'))?.value ?? deal_price_period
  const affects = ANSWERS.find(({ value }) => value === textOf('affects_owners'))?.value ?? 'UNKNOWN'
  const change = {
    kind: 'PRICE',
    currency,
    old_value: before && reportedText(before, currency, deal_price_period),
    new_value: now && reportedText(now, currency, period),
  } as const
  const since = textOf('effective_on')
  const details = [AFFECTS_LABELS[affects], Number.isNaN(Date.parse(since)) ? '' : `effective ${formatDate(since)}`]
  return (
    <section className="grid gap-4" aria-labelledby="preview">
      <div className="grid gap-1.5 rounded-md border border-dashed border-border-strong p-4">
        <h2 id="preview" className="font-sans text-small font-semibold tracking-[0] text-muted-foreground">
          In the Change Log
        </h2>
        <p className="font-semibold wrap-anywhere">{textOf('title').trim() || titleOfPriceChange(before, now)}</p>
        <ValueChange change={change} />
        <p className="text-small text-muted-foreground">{details.filter((detail) => detail !== '').join(', ')}</p>
      </div>
      <SideList>
        <SideEntry icon="eye">We check it against your source.</SideEntry>
        <SideEntry icon="badge-check">If it is confirmed, it is stamped Verified and you earn karma.</SideEntry>
        <SideEntry icon="bell">People whose price alert it meets are notified once.</SideEntry>
      </SideList>
    </section>
  )
}
