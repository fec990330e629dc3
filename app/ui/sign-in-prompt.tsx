import { ButtonLink } from './button'

type GateProps = {
  text: string
  /** What signed-in people get here. */
  offer?: string
  /** Where signing in leads back to. */
  path: string
}

/** Stands where signed-in people find a form. */
export function SignInPrompt({ text, offer, path }: GateProps) {
  return (
    <div className="sign-in-prompt">
      <div>
        <p>{text}</p>
        {offer ? <p className="small muted">{offer}</p> : null}
      </div>
      <ButtonLink to={signInPath(path)} tone="secondary">
        Sign In
      </ButtonLink>
    </div>
  )
}

export function signInPath(path: string) {
  return `/auth?${new URLSearchParams({ redirectTo: path })}`
}
