import { Icon } from './icon'

type ErrorSummaryProps = { title?: string; errors: { id?: string; message: string }[] }

/** Stands above a form that came back; each line leads to its field. */
export function ErrorSummary({ title = 'Please check the form', errors }: ErrorSummaryProps) {
  if (errors.length === 0) return null
  return (
    <div className="notice notice--bad" role="alert">
      <Icon name="circle-alert" />
      <b>{title}</b>
      <ul className="col-start-2">
        {errors.map(({ id, message }) => (
          <li key={`${id} ${message}`}>{id ? <a href={`#${id}`}>{message}</a> : message}</li>
        ))}
      </ul>
    </div>
  )
}
