import { Button, ButtonLink } from '~/ui/button'

/** Shown once, in the answer to the form that made them. */
export function NewCodes({ codes }: { codes: string[] }) {
  const text = `${codes.join('\n')}\n`
  return (
    <section className="box" id="new-codes" aria-labelledby="new-codes-title">
      <div className="box__head">
        <h2 id="new-codes-title">Your recovery codes</h2>
      </div>
      <div className="box__body stack">
        <p role="status">
          <b>Save these codes now: they are shown only this once.</b> If you lose your second factor, each of them signs
          you in once, together with your password.
        </p>
        <ul className="recovery-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-3 print:hidden">
          <ButtonLink
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            download="recovery-codes.txt"
            tone="secondary"
            icon="download"
          >
            Download
          </ButtonLink>
          <Button
            type="button"
            tone="secondary"
            icon="copy"
            data-copy={text}
            data-copied="Codes copied"
            className="noscript:hidden"
          >
            Copy
          </Button>
          <Button type="button" tone="secondary" onClick={() => print()} className="noscript:hidden">
            Print
          </Button>
        </div>
      </div>
    </section>
  )
}
