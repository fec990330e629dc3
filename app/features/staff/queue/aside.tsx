import { Form, Link } from '@remix-run/react'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { ModerationBadge } from '~/features/contributions/decisions/moderation-badge'
import { REJECTION_REASON_LABELS } from '~/features/contributions/decisions/rejection-reasons'
import { UNDO_PATH } from '~/features/contributions/decisions/undo-form'
import type { SimilarText } from '~/features/contributions/kinds/item-description'
import type { ItemDeal } from '~/features/contributions/kinds/kind-rules.server'
import { pastTense, specOf } from '~/features/contributions/kinds/kinds'
import { BoxBody, TitledBox } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { Fact, Facts } from '~/ui/facts'
import { LocalDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'
import { pluralize } from '~/ui/pluralize'
import { formatAccountAge } from '~/ui/relative-time'
import type { Doubt, HistoryEntry, ItemDetail } from './context.server'
import { itemPath } from './item'
import { nameOf, SimilarHead } from './row'

export function PersonBox({ item, now }: { item: ItemDetail; now: Date }) {
  const { author_id, author_email, author_since, record } = item
  return (
    <TitledBox
      id="person"
      title="The person"
      beside={
        <Link className="link text-small" to={`/account?userId=${author_id}`} discover="none">
          View profile
        </Link>
      }
    >
      <BoxBody className="grid gap-1 wrap-anywhere">
        <b>
          <bdi>{nameOf(item)}</bdi>
        </b>
        <span className="text-small text-muted-foreground">{author_email}</span>
        <Facts look="framed">
          {author_since ? <Fact term="Account">{formatAccountAge(author_since, now)}</Fact> : null}
          <Fact term="Approved">{record?.approved ?? 0}</Fact>
          <Fact term="Rejected">{record?.rejected ?? 0}</Fact>
        </Facts>
      </BoxBody>
    </TitledBox>
  )
}

export function DealBox({ deal }: { deal: ItemDeal }) {
  const { title, slug, vendor, platform, status, record, rating, reviews, ends_on } = deal
  return (
    <TitledBox
      id="deal"
      title="The deal now"
      beside={
        <Link className="link text-small" to={`/deals/${slug}`} discover="none">
          Open the page
        </Link>
      }
    >
      <BoxBody className="grid gap-1.5">
        <h3 className="font-display font-medium leading-heading">
          <bdi>{title}</bdi>
        </h3>
        <p className="text-small text-muted-foreground">
          <bdi>{vendor}</bdi>
          {platform ? (
            <>
              {', on '}
              <bdi>{platform}</bdi>
            </>
          ) : null}
        </p>
        <p>
          <DealStatusBadge status={status} />
        </p>
        <Facts look="framed">
          <Fact term="Deal price">
            {record.deal_price === null ? 'Not listed' : formatMoney(`${record.deal_price}`, record.currency)}
          </Fact>
          <Fact term="Rating">
            {rating ? `${Number(rating).toFixed(1)} from ${pluralize(reviews, 'review')}` : 'No reviews'}
          </Fact>
          {ends_on ? (
            <Fact term="End date">
              <LocalDate value={ends_on} />
            </Fact>
          ) : null}
        </Facts>
      </BoxBody>
    </TitledBox>
  )
}

/** The decisions on an item, latest first. The last one can be undone by any member of staff. */
export function History({ item, history }: { item: ItemDetail; history: HistoryEntry[] }) {
  const { kind, status, can_decide, moderation_reason } = item
  const { answerPath } = specOf(kind)
  if (history.length === 0 && status === 'PENDING') return null
  return (
    <TitledBox id="history" title="History" beside={<ModerationBadge status={status} />}>
      <BoxBody className="grid gap-3.5">
        <ol className="list-none text-small text-muted-foreground">
          {history.map(({ id, decision, reason, by, at, undone_by, undone_at }) => (
            <li key={id} className="py-1">
              <LocalDate value={at} />
              {`, ${pastTense(kind, decision)} by `}
              <bdi className="font-semibold text-foreground">{by ?? 'a former staff member'}</bdi>
              {reason ? `: ${REJECTION_REASON_LABELS[reason]}` : null}
              {undone_at ? (
                <>
                  {', undone by '}
                  <bdi>{undone_by ?? 'a former staff member'}</bdi> <LocalDate value={undone_at} />
                </>
              ) : null}
            </li>
          ))}
        </ol>
        {moderation_reason ? (
          <p className="text-small" dir="auto">
            <q>{moderation_reason}</q>
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2.5">
          {status === 'APPROVED' && answerPath ? (
            <ButtonLink tone="secondary" icon="store" to={answerPath(item.text_of)}>
              Answer as the vendor
            </ButtonLink>
          ) : null}
          {status !== 'PENDING' && can_decide ? <Reopen item={item} /> : null}
        </div>
      </BoxBody>
    </TitledBox>
  )
}

const HIDDEN = 'Until then it is not public, and the karma earned is taken back.'

function Reopen({ item: { kind, id, version, status } }: { item: ItemDetail }) {
  const { noun, segment, view, reopening = view && HIDDEN } = specOf(kind)
  const follows = status === 'APPROVED' && reopening ? ` ${reopening}` : ''
  return (
    <Form method="post" action={UNDO_PATH} className="grid">
      <input type="hidden" name="kind" value={segment} />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <ConfirmButton
        label="Reopen"
        icon="undo"
        tone="secondary"
        heading={`Reopen this ${noun}?`}
        text={`It goes back to the queue for a new decision.${follows}`}
        confirm="Reopen"
      />
    </Form>
  )
}

/** Other alerts about the deal of this one. One finding closes them all; each can be reopened on its page. */
export function OtherDoubts({ doubts }: { doubts: Doubt[] }) {
  return (
    <TitledBox id="doubts" title="Other alerts about this deal">
      <BoxBody>
        <ul className="grid gap-1.5 text-small">
          {doubts.map(({ kind, id, status }) => (
            <li key={id}>
              <ModerationBadge status={status} />{' '}
              <Link className="link" to={itemPath(kind, id)} discover="none">
                {specOf(kind).label}
              </Link>
            </li>
          ))}
        </ul>
      </BoxBody>
    </TitledBox>
  )
}

/** Earlier texts that are much like this one, and reports of the same kind of change. */
export function SimilarTexts({ similar }: { similar: SimilarText[] }) {
  return (
    <TitledBox id="similar" title="Similar earlier texts">
      <ul className="divide-y divide-border">
        {similar.map((other) => (
          <li key={other.id} className="grid gap-1 px-5 py-3.5 text-small">
            <p>
              <SimilarHead other={other} />
              {', '}
              <LocalDate value={other.date} />
            </p>
            <q dir="auto" className="text-muted-foreground wrap-anywhere">
              {other.text}
            </q>
          </li>
        ))}
      </ul>
    </TitledBox>
  )
}
