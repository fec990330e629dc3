import type { ReactNode } from 'react'
import { FieldErrors } from './field'

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
    <fieldset className="field" aria-describedby={errors ? `${id}-error` : undefined}>
      <legend className="field__label">{legend}</legend>
      <div className={isBoxed ? 'choices' : undefined}>
        {choices.map(({ value, label, hint }, index) => (
          <label key={value} className="choice">
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={value}
              required={required}
              defaultChecked={value === chosen}
            />
            <span>
              {label}
              {hint ? <small>{hint}</small> : null}
            </span>
          </label>
        ))}
      </div>
      <FieldErrors id={id} errors={errors} />
    </fieldset>
  )
}
