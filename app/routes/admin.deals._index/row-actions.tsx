import { Form, Link } from '@remix-run/react'
import type { ManagedDeal } from '~/features/deals/manage-deals.server'
import { type ManageSearch, managePath } from '~/features/deals/manage-search'
import { IconButton } from '~/ui/button'
import { ConfirmButton } from '~/ui/confirm-button'
import { Icon } from '~/ui/icon'

type RowActionsProps = { deal: ManagedDeal; search: ManageSearch; mayDelete: boolean }

export function RowActions({ deal: { id, title, published }, search, mayDelete }: RowActionsProps) {
  const turn = published ? (['unpublish', 'eye-off', 'Unpublish'] as const) : (['publish', 'eye', 'Publish'] as const)
  const [intent, icon, verb] = turn
  return (
    <span className="table__acts">
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
      {mayDelete ? (
        <Form method="post" action={managePath(search, `/${id}/delete`)}>
          <ConfirmButton
            label={`Delete ${title}`}
            heading="Delete this deal?"
            text="Are you sure you want to delete this deal?"
            confirm="Delete"
            icon="trash-2"
            iconOnly
          />
        </Form>
      ) : null}
    </span>
  )
}
