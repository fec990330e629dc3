import { useFetcher } from '@remix-run/react'
import { DEAL_STATUS_LABELS } from '~/features/catalog/deals/deal'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { DealTags } from '~/features/catalog/deals/deal-tags'
import type { ManagedDeal } from '~/features/catalog/deals/list/managed-deals.server'
import { type ManageSearch, managePath } from '~/features/catalog/deals/list/managed-search'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { type BulkVerb, rowPath } from '~/features/staff/bulk/bulk'
import { errorsOf, type FormResult } from '~/http/forms'
import { Badge } from '~/ui/badge'
import { IconButton, IconLink } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { ConfirmButton } from '~/ui/confirm-button'
import { FieldError } from '~/ui/field'
import type { Column } from '~/ui/list-screen'
import { formatMoney } from '~/ui/money'
import { BULK_FORM } from './bulk-bar'

/** The columns of the staff's list of deals. */
export function dealColumns(search: ManageSearch, mayDelete: boolean): Column<ManagedDeal, ManageSearch['sort']>[] {
  return [
    {
      label: 'Deal',
      sort: [
        ['title', 'ascending'],
        ['title-desc', 'descending'],
      ],
      cell: (deal) => <DealName deal={deal} />,
    },
    {
      label: 'Published',
      cell: ({ published }) =>
        published ? <Badge tone="published">Published</Badge> : <Badge tone="draft">Draft</Badge>,
    },
    {
      label: 'Status',
      cell: ({ status, shown_status }) => (
        <>
          <DealStatusBadge status={status} />
          {shown_status === status ? null : (
            <p className="text-caption leading-snug">{`Visitors see ${DEAL_STATUS_LABELS[shown_status]}`}</p>
          )}
        </>
      ),
    },
    {
      label: 'Tags',
      cell: ({ tags }) =>
        tags.length > 0 ? (
          <DealTags tags={tags} shown={2} className="items-center @4xl:w-36" />
        ) : (
          <span className="text-subtle-foreground cards:hidden">None</span>
        ),
    },
    {
      label: 'Deal price',
      sort: [
        ['price', 'ascending'],
        ['price-desc', 'descending'],
      ],
      cell: ({ deal_price, currency }) => (
        <b className="font-semibold text-foreground">
          {deal_price === null ? 'Price not listed' : formatMoney(deal_price, currency)}
        </b>
      ),
    },
    {
      label: 'Actions',
      isUnlabeled: true,
      className: 'text-end print:hidden',
      cell: (deal) => <RowActions {...{ deal, search, mayDelete }} />,
    },
  ]
}

function DealName({ deal: { id, title, vendor_name, summary } }: { deal: ManagedDeal }) {
  return (
    <div className="flex min-w-0 items-center gap-3.5">
      <Checkbox
        isAlone
        name="id"
        value={id}
        form={BULK_FORM}
        className="-ms-2 -me-1.5 min-w-8 justify-center print:hidden"
      >
        Select {title}
      </Checkbox>
      <div className="min-w-0">
        <b className="block font-bold">
          <bdi>{title}</bdi>
        </b>
        <span className="text-small text-muted-foreground">
          <bdi>{vendor_name}</bdi>
        </span>
        <span className="text-caption leading-snug line-clamp-1 text-subtle-foreground" dir="auto">
          {summary}
        </span>
      </div>
    </div>
  )
}

type RowActionsProps = { deal: ManagedDeal; search: ManageSearch; mayDelete: boolean }

/** The buttons confirm a bulk action of one deal. They use fetchers, so that a failed one says so in its row. */
function RowActions({ deal: { id, title, published }, search, mayDelete }: RowActionsProps) {
  const [verb, label] = published ? (['unpublish', 'Unpublish'] as const) : (['publish', 'Publish'] as const)
  const fetcher = useFetcher<FormResult>()
  const error = errorsOf(fetcher.data, '')?.join(' ')
  return (
    <>
      <div className="inline-flex gap-1">
        <IconLink icon="pencil" label={`Edit ${title}`} data-tip="Edit" size="sm" to={managePath(search, `/${id}`)} />
        <fetcher.Form method="post" action={rowPath(search, verb, id)}>
          <ConfirmedFields verb={verb} />
          <IconButton
            type="submit"
            icon={published ? 'eye-off' : 'eye'}
            label={`${label} ${title}`}
            data-tip={label}
            size="sm"
          />
        </fetcher.Form>
        {mayDelete ? <Deletion title={title} action={rowPath(search, 'delete', id)} /> : null}
      </div>
      {error ? <FieldError role="alert">{error}</FieldError> : null}
    </>
  )
}

function ConfirmedFields({ verb }: { verb: BulkVerb }) {
  return (
    <>
      <input type="hidden" name="count" value="1" />
      <input type="hidden" name="intent" value={verb} />
    </>
  )
}

function Deletion({ title, action }: { title: string; action: string }) {
  const fetcher = useFetcher<FormResult>()
  return (
    <fetcher.Form method="post" action={action}>
      <ConfirmedFields verb="delete" />
      <ConfirmButton
        label={`Delete ${title}`}
        heading="Are you sure you want to delete this deal?"
        text={<bdi className="font-semibold text-foreground">{title}</bdi>}
        confirm="Delete"
        icon="trash-2"
        iconOnly
        error={errorsOf(fetcher.data, '')?.join(' ')}
        password={passwordAgain(fetcher.data, { intent: 'delete' })}
      />
    </fetcher.Form>
  )
}
