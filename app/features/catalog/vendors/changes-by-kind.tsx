import { CHANGE_KIND_LABELS } from '~/features/catalog/record/change-log'
import { classes } from '~/ui/classes'
import { LEDGER_RULES } from '~/ui/ledger-rules'
import type { VendorFigures } from './vendors.server'

export function ChangesByKind({ changes }: Pick<VendorFigures, 'changes'>) {
  const sum = (of: (kind: VendorFigures['changes'][number]) => number) =>
    changes.reduce((total, kind) => total + of(kind), 0)
  return (
    <aside className="grid min-w-0 content-start gap-3" aria-labelledby="kinds">
      <h2 id="kinds" className="text-h3 leading-heading">
        Changes by kind
      </h2>
      <table className={classes(LEDGER_RULES, 'text-control')}>
        <caption className="sr-only">Verified changes by kind, and how many affected existing owners</caption>
        <thead className="text-caption text-muted-foreground">
          <tr>
            {['Kind', 'Changes', 'Affected owners'].map((label) => (
              <th key={label} scope="col" className={classes(CELL, 'align-bottom')}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ kind, changes, affecting }) => (
            <Row key={kind} label={CHANGE_KIND_LABELS[kind]} changes={changes} affecting={affecting} />
          ))}
        </tbody>
        <tfoot>
          <Row
            label="Total"
            changes={sum(({ changes }) => changes)}
            affecting={sum(({ affecting }) => affecting)}
            isTotal
          />
        </tfoot>
      </table>
      <p className="text-caption leading-snug text-subtle-foreground">Counts only. We don't score vendors.</p>
    </aside>
  )
}

const CELL = 'py-2 ps-3 text-end first:ps-0 first:text-start'
const FIGURE = `${CELL} font-semibold`

type RowProps = { label: string; changes: number; affecting: number; isTotal?: boolean }

function Row({ label, changes, affecting, isTotal }: RowProps) {
  return (
    <tr className={classes('border-t', isTotal ? 'border-foreground' : 'border-border')}>
      <th scope="row" className={CELL}>
        {label}
      </th>
      <td className={FIGURE}>{changes}</td>
      <td className={FIGURE}>{affecting}</td>
    </tr>
  )
}
