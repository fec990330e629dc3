import { Form } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { type FormResult, submittedValue } from '~/http/forms'
import { Button } from '~/ui/button'
import { FieldError } from '~/ui/field'
import { Select } from '~/ui/select-field'

type RightSelectProps = {
  id: string
  /** The name of the user, for screen readers. */
  name: string
  right: 'role' | 'status'
  value: string
  options: readonly string[]
  isOpen: boolean
  /** The result of the last change, if it failed. */
  failed: FormResult
}

/** A dropdown that saves itself; without scripts a button beside it does. */
export function RightSelect({ id, name, right, value, options, isOpen, failed }: RightSelectProps) {
  const form = useRef<HTMLFormElement>(null)
  // Show the stored value after an error response, but keep a choice that could not be sent.
  const unsent =
    failed?.failure && submittedValue(failed, 'intent') === `change-${right}`
      ? submittedValue(failed, right)
      : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer counts, also one that says the same
  useEffect(() => {
    const select = form.current?.elements.namedItem(right)
    if (select instanceof HTMLSelectElement) select.value = unsent ?? value
  }, [right, value, unsent, failed])

  return (
    <>
      <span className="hidden print:inline" aria-hidden="true">
        {value}
      </span>
      <Form method="post" preventScrollReset data-auto-submit="" className="grid gap-1.5 w-33 cards:w-auto" ref={form}>
        <input type="hidden" name="intent" value={`change-${right}`} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="expected" value={value} />
        <Select
          name={right}
          aria-label={`${right === 'role' ? 'Role' : 'Status'} of ${name}`}
          options={options.map((option) => ({ value: option, label: option }))}
          defaultValue={unsent ?? value}
          disabled={!isOpen}
          size="sm"
        />
        {isOpen ? (
          <Button tone="secondary" size="sm" className={unsent ? undefined : 'not-noscript:hidden'}>
            Save
            <span className="sr-only">
              {' '}
              {right} of {name}
            </span>
          </Button>
        ) : null}
        {unsent ? <FieldError>{`Not saved: still ${value}`}</FieldError> : null}
      </Form>
    </>
  )
}
