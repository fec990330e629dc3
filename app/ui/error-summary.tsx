import { useEffect, useRef } from 'react'
import { Icon } from './icon'

type ErrorSummaryProps = { title?: string; errors: { id?: string; message: string }[] }

/** Stands above a form that came back and takes the focus; each line leads to its field. */
export function ErrorSummary({ title = 'Please check the form', errors }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  const said = errors.map(({ message }) => message).join(' ')
  useEffect(() => {
    if (said) summary.current?.focus()
  }, [said])

  if (errors.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: the page was loaded to say this
    <div className="notice notice--bad" role="alert" tabIndex={-1} autoFocus ref={summary}>
      <Icon name="circle-alert" />
      <b>{title}</b>
      <ul className="notice__list">
        {errors.map(({ id, message }) => (
          <li key={`${id} ${message}`}>{id ? <a href={`#${id}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  )
}
