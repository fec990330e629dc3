import { Form, useFetcher } from '@remix-run/react'
import { DEAL_STATUS_LABELS } from '~/features/catalog/deals/deal'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { DealTags } from '~/features/catalog/deals/deal-tags'
import type { ManagedDeal } from '~/features/catalog/deals/list/managed-deals.server'
import { type ManageSearch, managePath } from '~/features/catalog/deals/list/managed-search'
import { imageOf } from '~/features/catalog/pictures/picture'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { errorsOf, type FormResult } from '~/http/forms'
import { Artwork } from '~/ui/artwork'
import { Badge } from '~/ui/badge'
import { IconButton, IconLink } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { ConfirmButton } from '~/ui/confirm-button'
import { formatMoney } from '~/ui/money'
import { Thumb } from '~/ui/thumb'
import { BULK_FORM } from './bulk-bar'

type DealRowProps = { deal: ManagedDeal; search: ManageSearch; mayDelete: boolean }

export function DealRow({ deal, search, mayDelete }: DealRowProps) {
  return (
    <tr className="cards:grid-cols-[6rem_minmax(0,1fr)_auto] cards:gap-3">
      <td className="wrap-anywhere cards:col-span-3 folded:row-span-2">
        <div className="flex min-w-0 items-center gap-3.5">
          <Checkbox
            isAlone
            name="id"
            value={deal.id}
            form={BULK_FORM}
            className="-ms-2 -me-1.5 min-w-8 justify-center print:hidden"
          >
            Select {deal.title}
          </Checkbox>
          <Thumb size="sm" className="shrink-0 min-[66rem]:@max-[66rem]:hidden">
            <Artwork image={imageOf(deal.picture)} seed={deal.slug} title={deal.title} />
          </Thumb>
          <div className="min-w-0">
            <b className="block font-bold">
              <bdi>{deal.title}</bdi>
            </b>
            <span className="text-small text-muted-foreground">
              <bdi>{deal.vendor_name}</bdi>
            </span>
            <span className="text-caption leading-snug line-clamp-1 text-subtle-foreground" dir="auto">
              {deal.summary}
            </span>
          </div>
        </div>
      </td>
      <td>{deal.published ? <Badge tone="published">Published</Badge> : <Badge tone="draft">Draft</Badge>}</td>
      <td>
        <DealStatusBadge status={deal.status} />
        {deal.shown_status === deal.status ? null : (
          <p className="text-caption leading-snug">{`Visitors see ${DEAL_STATUS_LABELS[deal.shown_status]}`}</p>
        )}
      </td>
      <td className="cards:order-1 cards:col-span-2 folded:col-start-2 folded:col-end-5 folded:row-start-2">
        {deal.tags.length > 0 ? (
          <DealTags tags={deal.tags} shown={2} className="items-center @4xl:w-36" />
        ) : (
          <span className="text-subtle-foreground cards:hidden folded:hidden">None</span>
        )}
      </td>
      <td className="text-end">
        <b className="font-semibold text-foreground">
          {deal.deal_price === null ? 'Price not listed' : formatMoney(deal.deal_price, deal.currency)}
        </b>
      </td>
      <td className="text-end cards:order-1 cards:-me-3 folded:row-span-2 print:hidden">
        <RowActions {...{ deal, search, mayDelete }} />
      </td>
    </tr>
  )
}

type RowActionsProps = { deal: ManagedDeal; search: ManageSearch; mayDelete: boolean }

function RowActions({ deal: { id, title, published }, search, mayDelete }: RowActionsProps) {
  const toggle = published ? (['unpublish', 'eye-off', 'Unpublish'] as const) : (['publish', 'eye', 'Publish'] as const)
  const [intent, icon, verb] = toggle
  return (
    <div className="inline-flex gap-1">
      <IconLink icon="pencil" label={`Edit ${title}`} data-tip="Edit" size="sm" to={managePath(search, `/${id}`)} />
      <Form method="post" action={managePath(search)}>
        <input type="hidden" name="id" value={id} />
        <IconButton
          type="submit"
          icon={icon}
          label={`${verb} ${title}`}
          data-tip={verb}
          size="sm"
          name="intent"
          value={intent}
        />
      </Form>
      {mayDelete ? <Deletion title={title} action={managePath(search, `/${id}/delete`)} /> : null}
    </div>
  )
}

/** Uses a fetcher, so that a failed deletion stays on the list. */
function Deletion({ title, action }: { title: string; action: string }) {
  const fetcher = useFetcher<FormResult>()
  return (
    <fetcher.Form method="post" action={action}>
      <ConfirmButton
        label={`Delete ${title}`}
        heading="Are you sure you want to delete this deal?"
        text={<bdi className="font-semibold text-foreground">{title}</bdi>}
        confirm="Delete"
        icon="trash-2"
        iconOnly
        error={errorsOf(fetcher.data, '')?.join(' ')}
        password={passwordAgain(fetcher.data)}
      />
    </fetcher.Form>
  )
}
