import { useRef } from 'react'
import { Notice } from '~/ui/notice'

/** `id` distinguishes two equal messages. */
export type FlashMessage = { id: string; tone: 'success' | 'error'; title: string; text?: string; stays?: boolean }

/**
 * The message of the last redirect: a notice at the top of the page that the script turns into a toast. Only the notice of
 * the initial document is a live region; later ones are announced as toasts.
 */
export function Toaster({ toast }: { toast?: FlashMessage | null }) {
  const loaded = useRef(toast?.id)
  return (
    <div className="wrap" data-flash="">
      {toast ? (
        <div className="flash" key={toast.id} data-toast={toast.tone} data-stays={toast.stays}>
          <Notice
            tone={toast.tone === 'error' ? 'bad' : 'ok'}
            title={toast.title}
            text={toast.text}
            isLive={toast.id === loaded.current}
          />
        </div>
      ) : null}
    </div>
  )
}
