import { Form } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { type FormResult, submittedValue } from '~/http/form-result'
import { Button } from '~/ui/button'
import { Select } from '~/ui/select-field'

type RightSelectProps = {
  id: string
  /** Whose it is, for those who hear the page. */
  name: string
  what: 'role' | 'status'
  value: string
  options: readonly string[]
  isOpen: boolean
  /** What came back when the last choice was not saved. */
  refused: FormResult
}

/** A dropdown that saves itself; without scripts a button beside it does. */
export function RightSelect({ id, name, what, value, options, isOpen, refused }: RightSelectProps) {
  const form = useRef<HTMLFormElement>(null)
  // The dropdown keeps the focus and what was chosen in it. What is stored wins once it is known.
  // A refusal takes the choice back, whatever it says; a choice that could not be sent stays, to be sent again.
  const unsent =
    refused?.failure && submittedValue(refused, 'intent') === `change-${what}`
      ? submittedValue(refused, what)
      : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer counts, also one that says the same
  useEffect(() => {
    const select = form.current?.elements.namedItem(what)
    if (select instanceof HTMLSelectElement) select.value = unsent ?? value
  }, [what, value, unsent, refused])

  return (
    <>
      <span className="hidden print:inline" aria-hidden="true">
        {value}
      </span>
      <Form method="post" preventScrollReset replace data-auto-submit="" className="right-select" ref={form}>
        <input type="hidden" name="intent" value={`change-${what}`} />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="seen" value={value} />
        <Select
          name={what}
          aria-label={`${what === 'role' ? 'Role' : 'Status'} of ${name}`}
          options={options.map((option) => ({ value: option, label: option }))}
          defaultValue={unsent ?? value}
          disabled={!isOpen}
          className="input--sm"
        />
        {isOpen ? (
          <Button tone="secondary" size="sm" className={unsent ? undefined : 'without-scripts'}>
            Save
            <span className="sr-only">
              {' '}
              {what} of {name}
            </span>
          </Button>
        ) : null}
      </Form>
    </>
  )
}
