import { Notice } from '~/ui/notice'

export type Toast = { tone: 'success' | 'error'; title: string; text?: string; id?: string }

/** The message of the last redirect: a notice at the top of the page, which the script turns into a toast. */
export function Toaster({ toast }: { toast?: Toast | null }) {
  return (
    <div className="wrap" data-flash="">
      {toast ? (
        <div className="flash" key={toast.id ?? toast.title} data-toast={toast.tone}>
          <Notice tone={toast.tone === 'error' ? 'bad' : 'ok'} title={toast.title} text={toast.text} />
        </div>
      ) : null}
    </div>
  )
}
