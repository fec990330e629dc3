import { startSession } from '~/features/people/sessions/sessions.server'

/** A request as sent by the browser of this profile, or by a visitor. */
export async function requestAs(profile: { id: string } | null, path: string, form?: Record<string, string>) {
  const headers = new Headers()
  if (profile) headers.set('Cookie', await cookieOf(profile))
  const body = form && new URLSearchParams(form)
  return new Request(`http://localhost:3000${path}`, { method: form ? 'POST' : 'GET', headers, body })
}

/** The session cookie of a profile that has just signed in. */
export async function cookieOf(profile: { id: string }) {
  const setCookie = await startSession(new Request('http://localhost:3000/'), profile.id)
  return setCookie.split(';')[0]!
}

/** The response of a loader or action, whether returned or thrown. */
export async function answer<Answer>(work: Promise<Answer>): Promise<Answer | Response> {
  return work.catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown
    throw thrown
  })
}

/** The toast set by a response: its cookie is signed but readable. */
export function toastOf(response: Response) {
  const [, value] = /^toast=([^;]+)/.exec(
    response.headers.getSetCookie().find((cookie) => cookie.startsWith('toast='))!,
  )!
  return Object.values(JSON.parse(atob(decodeURIComponent(value!).split('.')[0]!)) as Record<string, unknown>)[0]
}
