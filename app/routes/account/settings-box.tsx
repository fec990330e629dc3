import { type ReactNode, useId } from 'react'

export function SettingsBox({ heading, children }: { heading: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="box" aria-labelledby={id}>
      <div className="box__head">
        <h3 id={id}>{heading}</h3>
      </div>
      <div className="box__body stack">{children}</div>
    </section>
  )
}
