import { CHANGE_KIND_LABELS } from '~/features/catalog/record/change-log'
import type { VendorFigures } from './vendors.server'

export function ChangesByKind({ changes }: Pick<VendorFigures, 'changes'>) {
  const sum = (of: (kind: VendorFigures['changes'][number]) => number) =>
    changes.reduce((total, kind) => total + of(kind), 0)
  return (
    <aside className="vendor-columns__side" aria-labelledby="kinds">
      <h2 id="kinds">Changes by kind</h2>
      {changes.length === 0 ? (
        <p className="small muted">No verified changes on record.</p>
      ) : (
        <table className="kinds">
          <caption className="sr-only">Verified changes by kind, and how many affected existing owners</caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Changes</th>
              <th scope="col">Affected owners</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ kind, changes, affecting }) => (
              <tr key={kind}>
                <th scope="row">{CHANGE_KIND_LABELS[kind]}</th>
                <td>{changes}</td>
                <td>{affecting}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{sum((kind) => kind.changes)}</td>
              <td>{sum((kind) => kind.affecting)}</td>
            </tr>
          </tfoot>
        </table>
      )}
      <p className="caption subtle">Counts only. We give vendors no score of our own.</p>
    </aside>
  )
}
