import { useFetcher } from '@remix-run/react'
import { PROFILE_STATUS_LABELS, ROLE_LABELS } from '~/features/people/accounts/profile'
import type { findProfile } from '~/features/people/accounts/profiles.server'
import { deleteFormDrafts } from '~/features/people/accounts/use-form-draft'
import { Avatar } from '~/ui/avatar'
import { Button, ButtonLink } from '~/ui/button'
import { FactList } from '~/ui/fact-list'
import { ReaderDate } from '~/ui/local-date'

type ProfileCardProps = {
  isOwn: boolean
  /** Whether the viewer may turn off the second factors of this account. */
  canResetFactors: boolean
  profile: NonNullable<Awaited<ReturnType<typeof findProfile>>>
}

export function ProfileCard({ profile, isOwn, canResetFactors }: ProfileCardProps) {
  const { id, name, email, role, status, karma, created_at } = profile
  const SignOut = useFetcher()
  return (
    <section className="grid gap-4 rounded-md border border-border bg-card p-5.5" aria-labelledby="profile">
      <h2 id="profile" className="sr-only">
        Profile
      </h2>
      <div className="flex min-w-0 items-center gap-3.5">
        <Avatar name={name ?? email} size="xl" />
        <div className="min-w-0">
          <b className="block leading-snug">
            <bdi>{name ?? 'N/A'}</bdi>
          </b>
          <span className="text-small text-muted-foreground">{email}</span>
        </div>
      </div>
      <FactList>
        <div>
          <dt>Karma</dt>
          <dd>{karma}</dd>
        </div>
        <div>
          <dt>Joined</dt>
          <dd>
            <ReaderDate value={created_at} />
          </dd>
        </div>
        {isOwn && role === 'USER' ? null : (
          <div>
            <dt>Role</dt>
            <dd>{ROLE_LABELS[role]}</dd>
          </div>
        )}
        {isOwn ? null : (
          <div>
            <dt>Status</dt>
            <dd>{PROFILE_STATUS_LABELS[status]}</dd>
          </div>
        )}
      </FactList>
      {isOwn ? (
        // A fetcher, because a failed form would navigate to the address of its action.
        <SignOut.Form method="post" action="/sign-out" onSubmit={deleteFormDrafts}>
          <Button tone="secondary" block icon="log-out">
            Sign Out
          </Button>
        </SignOut.Form>
      ) : (
        <>
          {canResetFactors ? (
            <ButtonLink to={`/admin/users/${id}/second-factors`} tone="secondary" block icon="lock">
              Reset second factors
            </ButtonLink>
          ) : null}
          <ButtonLink to="/admin/users" tone="secondary" block icon="arrow-left">
            Back to users
          </ButtonLink>
        </>
      )}
    </section>
  )
}
