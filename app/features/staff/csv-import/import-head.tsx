import type { ReactNode } from 'react'
import { Icon } from '~/ui/icon'
import { ScreenHead } from '~/ui/screen-head'
import { Tabs } from '~/ui/tabs'
import { FILE_KINDS, type FileKind, importPath } from './csv-import'

const LABELS: Record<FileKind, string> = { deals: 'Deals', changes: 'Verified changes' }
const LEADS: Record<FileKind, string> = {
  deals:
    'Imported deals are saved as unpublished and Active. Rows with an existing slug update that deal; without a slug, title, platform and vendor or link must agree.',
  changes: 'Changes of the past, with their date. They are marked “Entered from a file”; no one is notified.',
}

const STEPS = ['File', 'Columns', 'Check', 'Done'] as const
export type ImportStep = (typeof STEPS)[number]

type ImportHeadProps = { kind: FileKind; step?: ImportStep; children: ReactNode }

/** The head of the screens of an import, with the two kinds of files or the steps of one. */
export function ImportHead({ kind, step, children }: ImportHeadProps) {
  const items = FILE_KINDS.map((one) => ({ to: importPath(one), label: LABELS[one], current: one === kind }))
  return (
    <>
      <ScreenHead title="CSV Import" lead={LEADS[kind]}>
        {children}
      </ScreenHead>
      {step ? <Steps current={step} /> : <Tabs label="Kind of file" items={items} />}
    </>
  )
}

function Steps({ current }: { current: ImportStep }) {
  const position = STEPS.indexOf(current)
  return (
    <ol className="flex flex-wrap gap-x-5 gap-y-2 text-small text-muted-foreground" aria-label="Steps">
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === current ? 'step' : undefined} className="flex items-center gap-1.5">
          {index < position ? <Icon name="check" className="size-4 text-primary" /> : <span>{index + 1}</span>}
          <span className={step === current ? 'font-bold text-foreground' : undefined}>{step}</span>
        </li>
      ))}
    </ol>
  )
}
