import { NOT_THE_SAME } from '~/features/catalog/products/not-the-same'
import { Button } from '~/ui/button'

/** Another answer to the suggestion that the two are one product. */
export function NotTheSame({ from, into }: { from: { id: string }; into: { id: string } }) {
  return (
    <>
      <input type="hidden" name="product_id" value={from.id} />
      <input type="hidden" name="other_id" value={into.id} />
      <Button name="intent" value={NOT_THE_SAME} tone="secondary" formNoValidate>
        Not the same
      </Button>
    </>
  )
}
