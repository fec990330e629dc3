import { ButtonLink } from './button'

type SignInPromptProps = {
  text: string
  /** The offer to members, such as "Rate what you bought and earn karma". */
  offer?: string
  /** The path to return to after signing in. */
  path: string
}

/** Shown to visitors in place of a form. */
export function SignInPrompt({ text, offer, path }: SignInPromptProps) {
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
