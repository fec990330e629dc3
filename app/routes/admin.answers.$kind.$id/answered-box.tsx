import { LocalDate } from '~/ui/local-date'

type AnsweredBoxProps = { noun: string; answered: { title: string; body: string; created_at: Date } }

/** What the vendor answers. */
export function AnsweredBox({ noun, answered: { title, body, created_at } }: AnsweredBoxProps) {
  return (
    <section className="box form-layout__side" aria-labelledby="answered">
      <div className="box__head">
        <h2 id="answered">{`The ${noun}`}</h2>
        <span className="small muted">
          <LocalDate value={created_at} />
        </span>
      </div>
      <div className="box__body stack">
        <b className="strong" dir="auto">
          {title}
        </b>
        <p dir="auto" className="small whitespace-pre-line">
          {body}
        </p>
      </div>
    </section>
  )
}
