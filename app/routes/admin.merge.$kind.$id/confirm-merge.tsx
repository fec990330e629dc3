import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { NOT_THE_SAME } from '~/features/catalog/products/not-the-same'
import { BOX_LOOK, BoxBody } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { Checkbox } from '~/ui/checkbox'
import { describedBy, FIELD, FieldErrors } from '~/ui/field'

type ConfirmMergeProps = {
  into: { id: string; name: string }
  /** What the two are confirmed to be. */
  same: string
  cancel: string
  /** Of the box. */
  errors?: string[]
  /** Whether it was ticked in a submission that failed. */
  isSure?: boolean
  /** The field for the password, once it is asked for. */
  password: ReactNode
  /** Another button, for what else can be said about the two. */
  children?: ReactNode
}

/** The last step of a merge: a box to tick, and a button that names the record that stays. */
export function ConfirmMerge({ into, same, cancel, errors, isSure, password, children }: ConfirmMergeProps) {
  return (
    <Form method="post" className={BOX_LOOK.box}>
      <input type="hidden" name="into" value={into.id} />
      <BoxBody className="grid gap-5">
        <p className="font-semibold text-foreground">A merge cannot be undone.</p>
        <div className={FIELD}>
          <Checkbox id="sure" name="sure" required defaultChecked={isSure} {...describedBy({ id: 'sure', errors })}>
            {`These two are the same ${same}. I have looked at both pages.`}
          </Checkbox>
          <FieldErrors id="sure" errors={errors} />
        </div>
        {password}
        <div className="flex flex-wrap gap-3">
          <Button tone="danger">
            <span>
              {'Merge into '}
              <bdi>{into.name}</bdi>
            </span>
          </Button>
          {children}
          <ButtonLink to={cancel} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
        <p className="text-small text-muted-foreground">The audit log stores both names and the counts.</p>
      </BoxBody>
    </Form>
  )
}

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
