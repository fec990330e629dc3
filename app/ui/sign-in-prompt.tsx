import { ButtonLink } from './button'

type SignInPromptProps = {
  /** The id of the form that members see in its place, where links lead to the form. */
  id?: string
  text: string
  /** The offer to members, such as "Rate what you bought and earn karma". */
  offer?: string
  /** The path to return to after signing in. */
  path: string
}

/** Shown to visitors in place of a form. */
export function SignInPrompt({ id, text, offer, path }: SignInPromptProps) {
  return (
    <div
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md border border-dashed border-border-strong px-5 py-4.5 print:hidden"
      id={id}
    >
      <div>
        <p>{text}</p>
        {offer ? <p className="text-small text-muted-foreground">{offer}</p> : null}
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
