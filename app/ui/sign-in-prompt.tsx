import { ButtonLink } from './button'

type SignInPromptProps = {
  text: string
  /** The offer to members, such as "Rate what you bought and earn karma". */
  offer?: string
  /** The path to return to after signing in. */
  path: string
}

/** Shown to visitors in place of a form, with the id of the form, so that links to it end here. */
export function SignInPrompt({ text, offer, path }: SignInPromptProps) {
  return (
    <div className="sign-in-prompt" id={path.split('#')[1]}>
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
