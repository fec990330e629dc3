import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type FieldReport, labelOf } from '~/features/contributions/reported-values/reported-fields'
import { BoxBody, TitledBox } from '~/ui/box'
import { Button } from '~/ui/button'
import { TargetFields } from './value-fields'

type UnappliedValueProps = {
  /** The address of the item of the entry, which takes the form. */
  action: string
  report: FieldReport
  newValue: string | null
  /** Comes back to the deals to check instead of the item. */
  back?: 'freshness'
  children?: ReactNode
}

/** An approved change that the deal does not have. */
export function UnappliedValue({ action, report, newValue, back, children }: UnappliedValueProps) {
  const { field, onRecord, plan, limit, targets, dealVersion } = report
  const idPrefix = `${action.slice(-12)}-`
  return (
    <Form method="post" action={action} className="grid justify-items-start gap-2.5" data-unapplied>
      <input type="hidden" name="intent" value="apply" />
      <input type="hidden" name="dealVersion" value={dealVersion} />
      {back ? <input type="hidden" name="back" value={back} /> : null}
      <p>
        {children}
        <b className="font-semibold text-foreground">
          {onRecord === null ? 'The deal still says nothing' : `The deal still says ${onRecord}`}
        </b>
        {`. ${labelOf(field)} in the Change Log: ${newValue}.`}
      </p>
      <TargetFields
        {...{ field, targets, idPrefix }}
        chosen={{ plan_name: plan, limit_label: limit }}
        result={undefined}
      />
      <Button size="sm" icon="check-check">
        Apply
      </Button>
    </Form>
  )
}

type Unapplied = { id: string; deal: string; slug: string; newValue: string | null; field: FieldReport }

/** All of them, above the deals to check again. */
export function UnappliedValues({ values, pathOf }: { values: Unapplied[]; pathOf: (id: string) => string }) {
  if (values.length === 0) return null
  return (
    <TitledBox id="unapplied" title="The deal still says otherwise">
      <BoxBody className="grid gap-5 text-small">
        {values.map(({ id, deal, slug, newValue, field }) => (
          <UnappliedValue key={id} action={pathOf(id)} report={field} newValue={newValue} back="freshness">
            <Link className="link" to={`/deals/${slug}/changes`}>
              <bdi>{deal}</bdi>
            </Link>
            {': '}
          </UnappliedValue>
        ))}
      </BoxBody>
    </TitledBox>
  )
}
