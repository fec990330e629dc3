import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'

type EntryFormProps = { intent: string; id: string; children: ReactNode }

/** The card that unfolds below an entry to change it. */
export function EntryForm({ intent, id, children }: EntryFormProps) {
  return (
    <Form
      method="post"
      className="mb-1.5 grid gap-3.5 rounded-md border border-border bg-card px-4.5 pt-4 pb-4.5"
      noValidate
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      {children}
    </Form>
  )
}
