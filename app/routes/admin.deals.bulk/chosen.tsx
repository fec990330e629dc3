/** The first titles of the deals, and how many more there are. */
export function Chosen({ titles, count }: { titles: string[]; count: number }) {
  const more = count - titles.length
  return (
    <section className="box" aria-labelledby="chosen">
      <div className="box__head">
        <h2 id="chosen">Deals</h2>
      </div>
      <ul className="box__body bulk-titles">
        {titles.map((title, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the list never changes
          <li key={index}>
            <bdi className="strong">{title}</bdi>
          </li>
        ))}
        {more > 0 ? <li className="muted">{`and ${more.toLocaleString('en-US')} more`}</li> : null}
      </ul>
    </section>
  )
}
