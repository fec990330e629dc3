import { LocalDate } from '~/ui/local-date'
import type { HistoryEntry } from './queue-types'

/** Decisions on an item and what came after them, latest first. */
export function ItemHistory({ history }: { history: HistoryEntry[] }) {
  return (
    <section className="box" aria-labelledby="history">
      <div className="box__head">
        <h2 id="history">History</h2>
      </div>
      <div className="box__body">
        <ol className="queue-item__history">
          {history.map(({ id, action, by, at, detail }) => (
            <li key={id}>
              <LocalDate value={at} />
              {`, ${action.replaceAll('_', ' ')} by `}
              <bdi className="strong">{by}</bdi>
              {detail.own ? ', the author' : null}
              {detail.price
                ? `. Deal price: ${detail.price_before ?? 'none'} → ${[detail.price, detail.currency].filter(Boolean).join(' ')}`
                : null}
              {[detail.reason, detail.note].map((text) =>
                text ? (
                  <span key={text}>
                    {': '}
                    <bdi>{text}</bdi>
                  </span>
                ) : null,
              )}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
