import type { ReactNode } from 'react'
import { ScreenHead } from '~/ui/screen-head'
import { Tabs } from '~/ui/tabs'
import { FILE_KINDS, type FileKind, importPath } from './csv-import'

const LABELS: Record<FileKind, string> = { deals: 'Deals', changes: 'Verified changes' }
const LEADS: Record<FileKind, string> = {
  deals:
    'Imported deals are saved as unpublished and Active. Rows with an existing slug update that deal; without a slug, title, platform and vendor or link must agree.',
  changes: 'Changes of the past, with their date. They are marked “Entered from a file”; no one is notified.',
}

/** The head of the screens of an import, with the two kinds of files. */
export function ImportHead({ kind, children }: { kind: FileKind; children: ReactNode }) {
  const items = FILE_KINDS.map((one) => ({ to: importPath(one), label: LABELS[one], current: one === kind }))
  return (
    <>
      <ScreenHead title="CSV Import" lead={LEADS[kind]}>
        {children}
      </ScreenHead>
      <Tabs label="Kind of file" items={items} />
    </>
  )
}
