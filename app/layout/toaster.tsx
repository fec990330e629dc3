import { Link, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { Notice } from '~/ui/notice'

// With scripts the notice is where its toast will be, so that the page does not jump.
const FLASH = 'toast-place noscript:static noscript:w-auto noscript:pt-4 print:hidden'
// Without scripts it goes along with the page, which may have opened further down.
const STUCK = 'noscript:sticky noscript:top-15 noscript:z-30 noscript:py-2'

type Undo = { action: string; fields: Record<string, string> }

/** `id` distinguishes two equal messages. */
export type FlashMessage = {
  id: string
  tone: 'success' | 'error'
  title: string
  text?: string
  stays?: boolean
  undo?: Undo
  next?: { to: string; label: string }
}

/**
 * The message of the last redirect: a notice at the top of the page, which the script shows as a toast. Only the notice of
 * the initial document is a live region; later ones are announced as toasts.
 */
export function Toaster({ toast }: { toast?: FlashMessage | null }) {
  const loaded = useRef(toast?.id)
  useUndoInPlace()
  return (
    <div className={classes('wrap print:static', toast && STUCK)} data-flash="">
      {toast ? (
        <div className={FLASH} key={toast.id} data-toast={toast.tone} data-stays={toast.stays}>
          <Notice
            tone={toast.tone === 'error' ? 'bad' : 'ok'}
            title={toast.title}
            text={toast.text}
            isLive={toast.id === loaded.current}
          >
            {toast.undo ? <UndoForm {...toast.undo} /> : null}
            {toast.next ? (
              <Link className="link" to={toast.next.to}>
                {toast.next.label}
              </Link>
            ) : null}
          </Notice>
        </div>
      ) : null}
    </div>
  )
}

/** A plain form: the script moves it into the toast, where React no longer knows it. */
function UndoForm({ action, fields }: Undo) {
  return (
    <form method="post" action={action} data-undo="">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button tone="secondary" size="sm">
        Undo
      </Button>
    </form>
  )
}

/** Submits the form of a toast without loading a new document. */
function useUndoInPlace() {
  const submit = useSubmit()
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || form.dataset.undo === undefined) return
      event.preventDefault()
      submit(form)
    }
    document.addEventListener('submit', onSubmit)
    return () => document.removeEventListener('submit', onSubmit)
  }, [submit])
}
