import { Form, Link } from '@remix-run/react'
import { type FormResult, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FORM_CARD } from '~/ui/form-card'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'

type StopSearchProps = { name: string; tells: boolean; email: string; result: FormResult }

/** Stops the notifications of one saved search, without signing in. */
export function StopSearch({ name, tells, email, result }: StopSearchProps) {
  return (
    <div className="wrap wrap--narrow grid gap-6 pb-section">
      <PageHeading
        isFlush
        title={`Saved search "${name}"`}
        leadTone="quiet"
        lead={
          <>
            For <bdi>{email}</bdi>.
          </>
        }
      />
      {tells ? (
        <Form method="post" className={FORM_CARD} aria-labelledby="stop">
          <ErrorSummary title="Not stopped" errors={summaryOf(result)} />
          <h2 id="stop">Stop for this search?</h2>
          <p>We won't tell you about its new matches anymore, by email or on the site. The search stays saved.</p>
          <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
            <Button>Stop for this search</Button>
          </div>
        </Form>
      ) : (
        <Notice
          tone="ok"
          title="We no longer tell you about this search"
          text="It stays saved, with a count of its new matches."
        />
      )}
      <p className="text-small text-muted-foreground">
        {tells ? 'See all of ' : 'Changed your mind? Switch it on among '}
        <Link className="link" to="/account/following#searches">
          your saved searches
        </Link>
        .
      </p>
    </div>
  )
}
