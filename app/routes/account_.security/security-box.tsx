import { type ReactNode, useId } from 'react'
import { Badge } from '~/ui/badge'

type SecurityBoxProps = { heading: string; anchor: string; isOn?: boolean; children: ReactNode }

/** One way to protect the account, and whether it is on. */
export function SecurityBox({ heading, anchor, isOn, children }: SecurityBoxProps) {
  const id = useId()
  return (
    <section className="box" id={anchor} aria-labelledby={id}>
      <div className="box__head">
        <h2 id={id}>{heading}</h2>
        {isOn ? <Badge tone="active">On</Badge> : null}
      </div>
      <div className="box__body stack">{children}</div>
    </section>
  )
}
