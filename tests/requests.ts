import { startSession } from '~/features/accounts/sessions.server'

/** A request as the browser of this profile would send it; a visitor's without one. */
export async function requestAs(profile: { id: string } | null, path: string, form?: Record<string, string>) {
  const headers = new Headers()
  if (profile) headers.set('Cookie', await cookieOf(profile))
  const body = form && new URLSearchParams(form)
  return new Request(`http://localhost:3000${path}`, { method: form ? 'POST' : 'GET', headers, body })
}

/** The session cookie of somebody who has just signed in. */
export async function cookieOf(profile: { id: string }) {
  const setCookie = await startSession(new Request('http://localhost:3000/'), profile.id)
  return setCookie.split(';')[0]!
}

/** What a loader or action answered, whether it returned or threw it. */
export async function answer<Answer>(work: Promise<Answer>): Promise<Answer | Response> {
  return work.catch((thrown: unknown) => {
    if (thrown instanceof Response) return thrown
    throw thrown
  })
}

/** The toast that an answer brings: signed, but readable. */
export function toastOf(response: Response) {
  const [, value] = /^toast=([^;]+)/.exec(
    response.headers.getSetCookie().find((cookie) => cookie.startsWith('toast='))!,
  )!
  return Object.values(JSON.parse(atob(decodeURIComponent(value!).split('.')[0]!)) as Record<string, unknown>)[0]
}
