import { useEffect, useRef } from 'react'
import { NoticeIcon, noticeClasses } from './notice'

type ErrorSummaryProps = { title?: string; errors: { id?: string; message: string }[] }

/** Lists the errors above a form and takes the focus; each line links to its field. */
export function ErrorSummary({ title, errors }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)
  const shown = useRef<string[]>([])
  const text = errors.map(({ message }) => message).join('\n')
  useEffect(() => {
    const messages = text ? text.split('\n') : []
    // Removing a line while its field is edited must not move the focus away from that field.
    if (messages.some((message) => !shown.current.includes(message))) summary.current?.focus()
    shown.current = messages
  }, [text])

  // The message of a form that failed on our side begins with the title of some summaries.
  const withoutTitle = (message: string) =>
    title && message.startsWith(`${title}. `) ? message.slice(title.length + 2) : message
  if (errors.length === 0) return null
  return (
    // biome-ignore lint/a11y/noAutofocus: the page was loaded to say this
    <div className={noticeClasses({ tone: 'bad' })} role="alert" tabIndex={-1} autoFocus ref={summary}>
      <NoticeIcon name="circle-alert" />
      <b>{title ?? (errors.some(({ id }) => id) ? 'Please check the form' : 'Not saved')}</b>
      <ul className="col-start-2">
        {errors.map(({ id, message }) => (
          <li key={`${id} ${message}`}>
            {id ? (
              <a href={`#${id}`} className="inline-block py-0.5">
                {message}
              </a>
            ) : (
              withoutTitle(message)
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
