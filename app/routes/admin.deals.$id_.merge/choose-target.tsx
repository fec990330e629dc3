import { Form } from '@remix-run/react'
import type { MergeTarget } from '~/features/deals/merge'
import { Badge } from '~/ui/badge'
import { Button, ButtonLink } from '~/ui/button'
import { TextField } from '~/ui/field'
import { LocalDate } from '~/ui/local-date'
import { RecordTable } from '~/ui/record-table'

type ChooseTargetProps = { id: string; q: string; targets: MergeTarget[] }

/** Other offers of the product and deals of the same title first; a search finds any other one. */
export function ChooseTarget({ id, q, targets }: ChooseTargetProps) {
  return (
    <>
      <Form className="box">
        <div className="box__body form-grid">
          <TextField
            id="q"
            name="q"
            label="Find the deal that stays"
            hint="A part of its title or vendor, or its slug. You confirm on the next page."
            defaultValue={q}
          />
          <div className="flex flex-wrap gap-3">
            <Button>Search</Button>
            <ButtonLink to={`/admin/deals/${id}`} tone="secondary">
              Cancel
            </ButtonLink>
          </div>
        </div>
      </Form>
      {targets.length === 0 ? (
        <p className="muted">{q ? 'No other deal matches.' : 'No other deal has this product or title.'}</p>
      ) : (
        <RecordTable
          label="Deals that may be the same offer"
          columns={['Deal', 'Platform', 'Start date', 'Product']}
          rows={targets.map((target) => ({
            id: target.id,
            name: target.title,
            to: `/admin/deals/${id}/merge?into=${target.id}`,
            cells: [
              target.platform,
              <LocalDate key="start" value={target.start_date} />,
              <span key="product">
                {target.is_sister ? 'Same product' : 'Another product'}{' '}
                {target.published ? null : <Badge tone="draft">Draft</Badge>}
              </span>,
            ],
          }))}
        />
      )}
    </>
  )
}
