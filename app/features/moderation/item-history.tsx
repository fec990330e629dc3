import { LocalDate } from '~/ui/local-date'
import type { listHistory } from './history.server'

type Entry = Awaited<ReturnType<typeof listHistory>>[number]

export function ItemHistory({ history }: { history: Entry[] }) {
  return (
    <section className="box" aria-labelledby="history">
      <div className="box__head">
        <h2 id="history">History</h2>
      </div>
      <div className="box__body">
        {history.length === 0 ? <p className="muted">No decision yet.</p> : null}
        <ol className="queue-item__history">
          {history.map(({ id, action, by, created_at, detail }) => (
            <li key={id}>
              <LocalDate value={created_at} />
              {`, ${action} by `}
              <bdi className="strong">{by}</bdi>
              {detail.own ? ', the author' : null}
              {detail.price ? `. Deal price: ${detail.price_before ?? 'none'} → ${detail.price}` : null}
              {detail.reason ? (
                <>
                  {': '}
                  <bdi>{detail.reason}</bdi>
                </>
              ) : null}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
