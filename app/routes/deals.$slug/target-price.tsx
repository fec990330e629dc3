import { Link, useLocation } from '@remix-run/react'
import { TargetField } from '~/features/audience/following/target-field'
import { useFormInPlace } from '~/http/form-hooks'
import { Button } from '~/ui/button'
import { Icon } from '~/ui/icon'

type TargetPriceProps = { deal: { id: string; currency: string }; target_price: string | null }

/** Shown to members who have saved the deal. Without scripts its errors are shown on the page of what they follow. */
export function TargetPrice({ deal, target_price }: TargetPriceProps) {
  const { Form, formProps, result, isSending } = useFormInPlace()
  const { pathname, search } = useLocation()
  const settings = `/account/following?deal=${deal.id}`
  return (
    // Closed again when another price was saved.
    <details className="fold target-price" key={target_price}>
      <summary>
        <Icon name="plus" />
        Tell me at a lower price
      </summary>
      <Form {...formProps} action={settings} className="inline-form">
        <input type="hidden" name="intent" value="target" />
        <input type="hidden" name="id" value={deal.id} />
        <input type="hidden" name="returnTo" value={pathname + search} />
        <TargetField label="At or below" deal={{ ...deal, target_price }} result={result} />
        <Button tone="secondary" busy={isSending}>
          Save
        </Button>
        <p className="field__hint">
          {'You are also told about changes and the end. '}
          <Link className="link" to={`${settings}#deals`} discover="none">
            Choose what
          </Link>
        </p>
      </Form>
    </details>
  )
}
