import { type ReactNode, useId } from 'react'

type SettingsBoxProps = {
  heading: string
  /** Where links lead. */
  anchor?: string
  children: ReactNode
}

export function SettingsBox({ heading, anchor, children }: SettingsBoxProps) {
  const id = useId()
  return (
    <section className="box" id={anchor} aria-labelledby={id}>
      <div className="box__head">
        <h2 id={id}>{heading}</h2>
      </div>
      <div className="box__body stack">{children}</div>
    </section>
  )
}
