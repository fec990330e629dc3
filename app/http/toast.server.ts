import { createCookieSessionStorage, data, redirect } from '@remix-run/node'
import { env } from '~/env.server'
import { markPrivate } from './current-request.server'
import { signingKeys } from './signing-keys.server'

/**
 * `stays`: shown until it is dismissed. `undo`: a form with these fields that reverts the action. `next`: a link to what to do
 * next.
 */
export type Toast = {
  tone: 'success' | 'error'
  title: string
  text?: string
  stays?: boolean
  undo?: { action: string; fields: Record<string, string> }
  next?: { to: string; label: string }
}

export const TOAST_COOKIE = 'toast'

// A separate cookie: the root loader writes it while other loaders read the session.
const toasts = createCookieSessionStorage<{ toast: Toast }>({
  cookie: {
    name: TOAST_COOKIE,
    httpOnly: true,
    path: '/',
    sameSite: 'lax',
    maxAge: 60,
    secrets: signingKeys('toast cookie'),
    secure: env.SITE_URL.startsWith('https:'),
  },
})

export async function redirectWithToast(path: string, toast: Toast, headers = new Headers()) {
  headers.append('Set-Cookie', await flash(toast))
  return redirect(path, { status: 303, headers })
}

/** For a fetcher, which stays on its page. */
async function stayWithToast(toast: Toast) {
  return data(null, { headers: { 'Set-Cookie': await flash(toast) } })
}

/** Redirects to `path` without scripts, and stays on the page for a fetcher. */
export async function respondWithToast(request: Request, path: string, toast: Toast) {
  return isDocumentRequest(request) ? redirectWithToast(path, toast) : stayWithToast(toast)
}

/** Whether the browser requests a page, because no script sent the form. */
export function isDocumentRequest(request: Request) {
  return Boolean(request.headers.get('Accept')?.includes('text/html'))
}

async function flash(toast: Toast) {
  const session = await toasts.getSession()
  session.flash('toast', toast)
  return toasts.commitSession(session)
}

/** Reads the toast and the header that deletes its cookie, so that it is shown once. */
export async function readToast(request: Request) {
  const session = await toasts.getSession(request.headers.get('Cookie'))
  const toast = session.get('toast')
  if (toast) markPrivate()
  return { toast, headers: toast ? { 'Set-Cookie': await toasts.destroySession(session) } : undefined }
}
