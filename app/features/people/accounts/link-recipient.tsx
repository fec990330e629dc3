import type { ReactNode } from 'react'

/** The account of a mailed link: someone else may have signed up with the reader's address. */
export function LinkRecipient({ name, email }: { name: string | null; email: string }) {
  return (
    <dl className="divide-y divide-border border-y border-border">
      {name ? (
        <Line label="Name">
          <bdi>{name}</bdi>
        </Line>
      ) : null}
      <Line label="Email">{email}</Line>
    </dl>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-3 py-3">
      <dt className="text-muted-foreground">{label}</dt>
      <dd className="wrap-anywhere font-semibold">{children}</dd>
    </div>
  )
}
