import type { ReactNode } from 'react'

/** A form, and on wide screens beside it what stays in view: saving, a preview. */
export function FormLayout({ aside, children }: { aside?: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 xl:grid-cols-[minmax(0,1fr)_18rem]">
      <div className="grid grid-cols-1 content-start gap-5">{children}</div>
      {aside ? <div className="grid grid-cols-1 content-start gap-5 xl:sticky xl:top-24">{aside}</div> : null}
    </div>
  )
}
