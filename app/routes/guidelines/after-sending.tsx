import { Link } from '@remix-run/react'

export function AfterSending() {
  return (
    <section aria-labelledby="after">
      <h2 id="after">What happens after you send</h2>
      <ol className="steps">
        <li>
          <div>
            <h3>It waits</h3>
            <p>Oldest first. You see how many are before yours and how long it usually takes.</p>
          </div>
        </li>
        <li>
          <div>
            <h3>A person reads it</h3>
            <p>Published, asked for a change, or not published, with the reason. Nobody edits your words.</p>
          </div>
        </li>
        <li>
          <div>
            <h3>You can try again</h3>
            <p>
              {'Edit and resubmit as often as you like. If you think we are wrong, '}
              <Link className="link" discover="none" to="/contact">
                write to us
              </Link>
              : someone else looks at it.
            </p>
          </div>
        </li>
        <li>
          <div>
            <h3>We ask again later</h3>
            <p>
              6, 12, 24 and 36 months after you bought it, once each, if your review says when. Your answer is read like
              a review and stands below it with its date. The newest rating counts; your words stay as they are.
            </p>
          </div>
        </li>
      </ol>
    </section>
  )
}
