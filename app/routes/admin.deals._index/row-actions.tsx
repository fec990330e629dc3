import { Form, Link, useFetcher } from '@remix-run/react'
import type { ManagedDeal } from '~/features/catalog/deals/list/managed-deals.server'
import { type ManageSearch, managePath } from '~/features/catalog/deals/list/managed-search'
import { errorsOf, type FormResult } from '~/http/forms'
import { IconButton } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { Icon } from '~/ui/icon'

type RowActionsProps = { deal: ManagedDeal; search: ManageSearch; mayDelete: boolean }

export function RowActions({ deal: { id, title, published }, search, mayDelete }: RowActionsProps) {
  const toggle = published ? (['unpublish', 'eye-off', 'Unpublish'] as const) : (['publish', 'eye', 'Publish'] as const)
  const [intent, icon, verb] = toggle
  return (
    <span className="table__actions">
      <Link
        className="icon-btn icon-btn--sm"
        to={managePath(search, `/${id}`)}
        aria-label={`Edit ${title}`}
        data-tip="Edit"
      >
        <Icon name="pencil" />
      </Link>
      <Form method="post" action={managePath(search)}>
        <input type="hidden" name="id" value={id} />
        <IconButton
          type="submit"
          icon={icon}
          label={`${verb} ${title}`}
          data-tip={verb}
          small
          name="intent"
          value={intent}
        />
      </Form>
      {mayDelete ? <Deletion title={title} action={managePath(search, `/${id}/delete`)} /> : null}
    </span>
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
        text={<bdi className="strong">{title}</bdi>}
        confirm="Delete"
        icon="trash-2"
        iconOnly
        error={errorsOf(fetcher.data, '')?.join(' ')}
      />
    </fetcher.Form>
  )
}
