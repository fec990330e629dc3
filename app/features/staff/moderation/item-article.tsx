import { Link } from '@remix-run/react'
import { CHANGE_EFFECTS } from '~/features/catalog/record/change-effect'
import { AFFECTS_LABELS, AFFECTS_OWNERS, formatValue } from '~/features/catalog/record/change-log'
import { EffectMark } from '~/features/contributions/change-logs/effect-mark'
import { ReportedChangeTable } from '~/features/contributions/change-logs/reported-change-table'
import { UnappliedValue } from '~/features/contributions/change-logs/unapplied-value'
import { ValueFields } from '~/features/contributions/change-logs/value-fields'
import { MarkedLink, MarkedText } from '~/features/contributions/decisions/marked-text'
import { NOTE_MAX } from '~/features/contributions/decisions/rejection-reasons'
import type { Finding, ReportedChange } from '~/features/contributions/kinds/item-description'
import { specOf } from '~/features/contributions/kinds/kinds'
import { ProofPicture } from '~/features/contributions/reviews/proof-picture'
import { TextDifference } from '~/features/contributions/reviews/text-difference'
import { errorsOf, submittedValue } from '~/http/forms'
import { FactBadge, Tag } from '~/ui/badge'
import { Box, BoxHead } from '~/ui/box'
import { Choice } from '~/ui/choice'
import { Fact, Facts } from '~/ui/facts'
import { LABEL, TextArea } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { formatDate, formatTime } from '~/ui/local-date'
import { formatAge } from '~/ui/relative-time'
import { SelectField } from '~/ui/select-field'
import { Stars } from '~/ui/stars'
import { APPROVE_FORM } from './decision-forms'
import { KeyHint } from './key-hint'
import type { ItemDetail } from './queue-item.server'
import { WHAT } from './queue-line'
import { itemPath } from './queue-paths'
import type { DecisionResult } from './queue-types'
import { RadioLine } from './radio-line'

type ItemArticleProps = { item: ItemDetail; now: Date; result: DecisionResult; isOpen: boolean }

/** The whole item. */
export function ItemArticle({ item, now, result, isOpen }: ItemArticleProps) {
  const { title, body, facts, change, contact, findings, marks, difference } = item
  const isTitled = item.kind !== 'comment'
  // The other marks have boxes of their own on this page.
  const links = marks.filter(({ icon }) => icon === 'link')
  return (
    <Box as="article" aria-labelledby={isTitled ? 'text' : 'heading'}>
      <ArticleHead item={item} now={now} />
      <div className={item.proofBeside ? 'md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,17.5rem)]' : undefined}>
        <div className="grid min-w-0 content-start gap-3 p-5 wrap-anywhere md:p-6 [&_p]:max-w-measure">
          <p className="text-small text-muted-foreground">
            <SentLine item={item} />
          </p>
          {isTitled ? (
            <h2 id="text" dir="auto" className="text-figure-md">
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
          {item.proof ? <ProofPicture file={item.proof} /> : null}
          {/* A report without a note repeats its title. */}
          {item.proof || (isTitled && body === title) ? null : <MarkedText text={body} />}
          {difference ? <TextDifference difference={difference} item={item} /> : null}
          {change ? <ReportedChangeTable change={change} /> : null}
          {findings.length > 0 ? <Findings findings={findings} /> : null}
          {change?.field?.isNew && change.isLatest && item.canDecide ? (
            <UnappliedValue
              action={itemPath(item.kind, item.id)}
              report={change.field}
              newValue={formatValue(change.newValue, change)}
            />
          ) : null}
          {change && item.status === 'PENDING' ? (
            <ChangeFields change={change} result={result} isOpen={isOpen} />
          ) : null}
          {facts.length + links.length > 0 ? (
            <div className="flex flex-wrap gap-1.5 pt-1">
              {facts.map((fact) => (
                <Tag key={fact}>{fact}</Tag>
              ))}
              {links.map(({ icon, text }) => (
                <Tag key={text} icon={icon}>
                  {text}
                </Tag>
              ))}
            </div>
          ) : null}
        </div>
        {item.proofBeside ? <ProofBeside proof={item.proofBeside} result={result} isOpen={isOpen} /> : null}
      </div>
    </Box>
  )
}

function ArticleHead({ item, now }: { item: ItemDetail; now: Date }) {
  const { kind, deal, status, waitingSince, isOverdue } = item
  const { icon, label, preposition } = specOf(kind)
  return (
    <BoxHead>
      <div className={WHAT}>
        <Icon name={icon} className="size-4" />
        <span>{deal ? `${label} ${preposition}` : label}</span>
        {deal ? (
          <Link className="link" to={`/deals/${deal.slug}`} discover="none">
            <bdi>{deal.title}</bdi>
          </Link>
        ) : null}
      </div>
      {status === 'PENDING' ? (
        <FactBadge tone={isOverdue ? 'due' : 'plain'} icon="clock">
          {formatAge(waitingSince, now)}
          {isOverdue ? ', older than 24 hours' : null}
        </FactBadge>
      ) : null}
    </BoxHead>
  )
}

function SentLine({ item: { kind, rating, createdAt, change } }: { item: ItemDetail }) {
  const moment = `${formatDate(createdAt)}, ${formatTime(createdAt)} UTC`
  if (kind === 'change_log') {
    const effective = change?.effectiveOn ? `, for a change on ${formatDate(change.effectiveOn)}` : ''
    return <>{`Reported on ${moment}${effective}`}</>
  }
  return (
    <>
      {rating ? (
        <>
          <Stars value={rating} /> {`${rating} of 5, `}
        </>
      ) : null}
      {moment}
    </>
  )
}

function Findings({ findings }: { findings: Finding[] }) {
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

/** What the approval writes besides its entry in the Change Log. These fields belong to the form of the approval. */
function ChangeFields({
  change,
  result,
  isOpen,
}: Pick<ItemArticleProps, 'result' | 'isOpen'> & { change: ReportedChange }) {
  const { affectsOwners, effect, field } = change
  const chosen = submittedValue(result, 'effect') ?? effect
  return (
    <div className="grid gap-5 sm:grid-cols-2 max-w-136">
      {field ? (
        <ValueFields
          report={field}
          result={result}
          form={APPROVE_FORM}
          hint={`${field.value ? 'Read from the report. ' : ''}Applied with “Approve and apply”.`}
          disabled={!isOpen}
        />
      ) : null}
      <SelectField
        id="affects"
        name="affects"
        form={APPROVE_FORM}
        label="Affects"
        disabled={!isOpen}
        defaultValue={submittedValue(result, 'affects') ?? affectsOwners}
        options={AFFECTS_OWNERS.map((value) => ({ value, label: AFFECTS_LABELS[value] }))}
      />
      <fieldset className="sm:col-span-2" disabled={!isOpen}>
        <legend className={LABEL}>For owners this is</legend>
        <div className="mt-2 grid gap-2 sm:grid-cols-3">
          {CHANGE_EFFECTS.map((value) => (
            <Choice
              key={value}
              type="radio"
              name="effect"
              value={value}
              form={APPROVE_FORM}
              defaultChecked={value === chosen}
              label={<EffectMark effect={value} isShort />}
              hint={isOpen && value === effect ? 'Suggested' : undefined}
              isBoxed
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}

const PROOF_CHOICES = [
  { value: 'checked', label: 'Purchase verified', shortcut: 'V' },
  { value: 'refused', label: 'Not enough', shortcut: 'N' },
  { value: 'later', label: 'Decide later', shortcut: 'L' },
]

type ProofBesideProps = { proof: NonNullable<ItemDetail['proofBeside']>; result: DecisionResult; isOpen: boolean }

/** The proof beside a review. The choice is sent with the approval of the review. */
function ProofBeside({ proof, result, isOpen }: ProofBesideProps) {
  const chosen = submittedValue(result, 'proof') ?? 'later'
  return (
    <section
      className="group/proof grid min-w-0 content-start gap-3 px-5 pb-5 md:my-6 md:border-s md:border-rule md:pb-0"
      aria-labelledby="proof"
    >
      <h3 id="proof" className="text-base">
        Proof of purchase
      </h3>
      <ProofPicture file={proof} />
      {isOpen ? (
        <>
          <input type="hidden" form={APPROVE_FORM} name="proofItem" value={`${proof.id}.${proof.version}`} />
          <fieldset className="grid">
            <legend className="sr-only">What the proof shows</legend>
            {PROOF_CHOICES.map(({ value, label, shortcut }) => (
              <RadioLine
                key={value}
                form={APPROVE_FORM}
                name="proof"
                value={value}
                label={label}
                defaultChecked={value === chosen}
                data-key={shortcut.toLowerCase()}
                aria-controls={value === 'refused' ? 'proofNote' : undefined}
              >
                <KeyHint name={shortcut} />
              </RadioLine>
            ))}
          </fieldset>
          <div className="hidden group-has-[[value=refused]:checked]/proof:block">
            <TextArea
              id="proofNote"
              name="proofNote"
              form={APPROVE_FORM}
              label="Reason"
              rows={2}
              maxLength={NOTE_MAX}
              hint="Only the author reads this."
              defaultValue={submittedValue(result, 'proofNote')}
              errors={errorsOf(result, 'proofNote')}
            />
          </div>
          <p className="text-small text-muted-foreground">
            Decided together with the approval. The file is deleted 30 days later.
          </p>
        </>
      ) : null}
    </section>
  )
}
