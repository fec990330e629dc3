import { Form, Link } from '@remix-run/react'
import { Button } from '~/ui/button'

type StopFormProps = { id: string; title: string }

/** One button, because following a link must store nothing. */
export function StopForm({ id, title }: StopFormProps) {
  return (
    <Form method="post" action={`/still/${id}`} className="form-card" aria-labelledby="stop">
      <h2 id="stop">Do not ask me again</h2>
      <p>
        We will not ask you about <bdi>{title}</bdi> any more. Your review stays, and you can still answer this
        question.
      </p>
      <div className="form-card__foot">
        <Button name="intent" value="stop">
          Stop asking
        </Button>
        <Link className="link" to={`/still/${id}`}>
          Answer instead
        </Link>
      </div>
    </Form>
  )
}

export function ResumeForm({ id, title }: StopFormProps) {
  return (
    <Form method="post" action={`/still/${id}`} className="small muted">
      You asked us not to ask you about <bdi>{title}</bdi> again.{' '}
      <Button tone="secondary" size="sm" name="intent" value="resume">
        Ask me again
      </Button>
    </Form>
  )
}
