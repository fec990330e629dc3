import type { ReactNode } from 'react'
import { Choice } from './choice'
import { FIELD, FieldErrors, LABEL } from './field'

type RadioFieldProps<Value extends string> = {
  /** Of the first choice, where links to an error lead. */
  id: string
  name: string
  legend: ReactNode
  choices: readonly { value: Value; label: string; hint?: string }[]
  chosen: string | undefined
  required?: boolean
  /** Beside each other in boxes, for few short ones. */
  isBoxed?: boolean
  errors?: string[]
}

/** One of several choices. */
export function RadioField<Value extends string>(props: RadioFieldProps<Value>) {
  const { id, name, legend, choices, chosen, required, isBoxed, errors } = props
  return (
    <fieldset className={FIELD} aria-describedby={errors ? `${id}-error` : undefined}>
      <legend className={LABEL}>{legend}</legend>
      <div className={isBoxed ? 'mt-2 grid gap-2 sm:grid-cols-2' : undefined}>
        {choices.map(({ value, label, hint }, index) => (
          <Choice
            key={value}
            type="radio"
            id={index === 0 ? id : undefined}
            name={name}
            value={value}
            required={required}
            defaultChecked={value === chosen}
            label={label}
            hint={hint}
            isBoxed={isBoxed}
          />
        ))}
      </div>
      <FieldErrors id={id} errors={errors} />
    </fieldset>
  )
}
