import { ButtonLink } from './button'

/** Stands where signed-in people find a form. `path` is where signing in leads back to. */
export function Gate({ text, path }: { text: string; path: string }) {
  return (
    <div className="gate">
      <p>{text}</p>
      <ButtonLink to={signInPath(path)} tone="secondary">
        Sign In
      </ButtonLink>
    </div>
  )
}

export function signInPath(path: string) {
  return `/auth?${new URLSearchParams({ redirectTo: path })}`
}
