import { Link } from '@remix-run/react'
import { CHANGE_EFFECTS } from '~/features/catalog/record/change-effect'
import { AFFECTS_LABELS, AFFECTS_OWNERS, formatValue } from '~/features/catalog/record/change-log'
import { EffectMark } from '~/features/contributions/change-logs/effect-mark'
import { ReportedChangeTable } from '~/features/contributions/change-logs/reported-change-table'
import { UnappliedValue } from '~/features/contributions/change-logs/unapplied-value'
import { ValueFields } from '~/features/contributions/change-logs/value-fields'
import { MarkedLink, MarkedText } from '~/features/contributions/decisions/marked-text'
import type { Finding, ReportedChange } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import { ProofPicture } from '~/features/contributions/reviews/proof-picture'
import { TextDifference } from '~/features/contributions/reviews/text-difference'
import { submittedValue } from '~/http/forms'
import { FactBadge, Tag } from '~/ui/badge'
import { Box, BoxHead } from '~/ui/box'
import { Choice } from '~/ui/choice'
import { Fact, Facts } from '~/ui/facts'
import { LABEL } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { formatDate, formatTime } from '~/ui/local-date'
import { formatAge } from '~/ui/relative-time'
import { SelectField } from '~/ui/select-field'
import { Stars } from '~/ui/stars'
import type { ItemDetail } from './context.server'
import { approveFormOf, resultOf } from './decision-panel'
import { type DecisionResult, itemPath } from './item'

/** The whole item. */
export function ItemArticle({ item, now, result }: { item: ItemDetail; now: Date; result: DecisionResult }) {
  const { kind, id, status, title, body, change, contact, difference, proof, related } = item
  const { facts = [], marks = [], findings = [], reports = [] } = item
  const isTitled = title !== null && title !== ''
  return (
    <Box as="article" aria-labelledby={isTitled ? `title-${id}` : 'heading'}>
      <ArticleHead item={item} now={now} />
      <div className="grid min-w-0 content-start gap-3 p-5 wrap-anywhere md:p-6 [&_p]:max-w-measure">
        <SentLine item={item} />
        {isTitled ? (
          <h2 id={`title-${id}`} dir="auto" className="text-figure-md">
            {title}
          </h2>
        ) : null}
        {contact ? (
          <p className="text-small text-muted-foreground">
            <bdi>{contact.name}</bdi>,{' '}
            <a className="link" href={`mailto:${contact.email}`}>
              {contact.email}
            </a>
          </p>
        ) : null}
        {proof ? <ProofPicture file={proof} /> : null}
        {/* A report without a note repeats its title. */}
        {proof || (isTitled && body === title) ? null : <MarkedText text={body} />}
        {difference ? <TextDifference difference={difference} item={item} /> : null}
        {change ? <ReportedChangeTable change={change} /> : null}
        {change?.field?.isNew && item.is_latest && item.can_decide ? (
          <UnappliedValue
            action={itemPath(kind, id)}
            report={change.field}
            newValue={formatValue(change.newValue, change)}
          />
        ) : null}
        {change && status === 'PENDING' && item.can_decide ? (
          <ChangeFields item={item} change={change} result={result} />
        ) : null}
        <Findings findings={[...findings, ...reports]} />
        {related?.proof ? <ProofPicture file={related.proof} /> : null}
        {facts.length + marks.length > 0 ? (
          <div className="flex flex-wrap gap-1.5 pt-1">
            {facts.map((fact) => (
              <Tag key={fact}>{fact}</Tag>
            ))}
            {marks.map(({ tone, icon, text }) =>
              facts.includes(text) ? null : (
                <FactBadge key={text} tone={tone} icon={icon}>
                  {text}
                </FactBadge>
              ),
            )}
          </div>
        ) : null}
      </div>
    </Box>
  )
}

function ArticleHead({ item, now }: { item: ItemDetail; now: Date }) {
  const { kind, deal, status, waiting_since, is_overdue } = item
  const { icon, label, preposition } = specOf(kind)
  return (
    <BoxHead>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-caption leading-5 text-muted-foreground">
        <Icon name={icon} className="size-4" />
        <span>{deal ? `${label} ${preposition}` : label}</span>
        {deal ? (
          <Link className="link" to={`/deals/${deal.slug}`} discover="none">
            <bdi>{deal.title}</bdi>
          </Link>
        ) : null}
      </div>
      {status === 'PENDING' ? (
        <FactBadge tone={is_overdue ? 'due' : 'plain'} icon="clock">
          {formatAge(waiting_since, now)}
          {is_overdue ? ', older than 24 hours' : null}
        </FactBadge>
      ) : null}
    </BoxHead>
  )
}

function SentLine({ item: { rating, created_at, change } }: { item: ItemDetail }) {
  const effective = change?.effectiveOn ? `, for a change on ${formatDate(change.effectiveOn)}` : ''
  return (
    <p className="text-small text-muted-foreground">
      {rating ? (
        <>
          <Stars value={rating} /> {`${rating} of 5, `}
        </>
      ) : null}
      {`${formatDate(created_at)}, ${formatTime(created_at)} UTC${effective}`}
    </p>
  )
}

function Findings({ findings }: { findings: Finding[] }) {
  if (findings.length === 0) return null
  return (
    <Facts>
      {findings.map(({ term, detail, url }) => (
        <Fact key={`${term} ${detail}`} term={<bdi>{term}</bdi>}>
          {url ? <MarkedLink url={url} /> : detail}
        </Fact>
      ))}
    </Facts>
  )
}

type ChangeFieldsProps = { item: ItemDetail; change: ReportedChange; result: DecisionResult }

/** What the approval writes besides its entry in the Change Log. These fields belong to the form of the approval. */
function ChangeFields({ item: { id }, change: { affectsOwners, effect, field }, result }: ChangeFieldsProps) {
  const form = approveFormOf(id)
  const own = resultOf(result, id, 'approve')
  const chosen = submittedValue(own, 'effect') ?? effect
  return (
    <div className="grid max-w-136 gap-5 sm:grid-cols-2">
      {field ? (
        <ValueFields
          report={field}
          result={own}
          form={form}
          hint={`${field.value ? 'Read from the report. ' : ''}Applied with “Approve and apply”.`}
        />
      ) : null}
      <SelectField
        id="affects"
        name="affects"
        form={form}
        label="Affects"
        defaultValue={submittedValue(own, 'affects') ?? affectsOwners}
        options={AFFECTS_OWNERS.map((value) => ({ value, label: AFFECTS_LABELS[value] }))}
      />
      <fieldset className="sm:col-span-2">
        <legend className={LABEL}>For owners this is</legend>
        <div className="mt-2 grid gap-2 sm:grid-cols-3">
          {CHANGE_EFFECTS.map((value) => (
            <Choice
              key={value}
              type="radio"
              name="effect"
              value={value}
              form={form}
              defaultChecked={value === chosen}
              label={<EffectMark effect={value} isShort />}
              hint={value === effect ? 'Suggested' : undefined}
              isBoxed
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}
