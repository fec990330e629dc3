import { Form, Link } from '@remix-run/react'
import { type FormResult, summaryOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { SettingsBox } from './settings-box'

type PublicProfileProps = { profile: { id: string; has_public_profile: boolean }; result: FormResult }

export function PublicProfile({ profile: { id, has_public_profile: isPublic }, result }: PublicProfileProps) {
  return (
    <SettingsBox heading="Public profile" anchor="public-profile">
      <ErrorSummary errors={summaryOf(result)} />
      <p className="muted small">
        {isPublic
          ? 'Everybody can open a page with your name, your approved reviews, the changes you reported and the deals you suggested. Of your purchases it tells only how many we checked.'
          : 'It is off: your name stays next to your approved contributions, but leads nowhere.'}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Form method="post" action="/account/settings">
          <Button
            name="intent"
            value={isPublic ? 'hide-profile' : 'show-profile'}
            tone="secondary"
            icon={isPublic ? 'eye-off' : 'eye'}
          >
            {isPublic ? 'Switch off my public profile' : 'Switch on my public profile'}
          </Button>
        </Form>
        <Link className="link" discover="none" to={`/people/${id}`}>
          {isPublic ? 'See it' : 'See what it would show'}
        </Link>
      </div>
    </SettingsBox>
  )
}
