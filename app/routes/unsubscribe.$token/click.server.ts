import { readForm } from '~/http/forms.server'
import { isMultipart } from '~/http/multipart.server'
import { badRequest } from '~/http/responses.server'

/** More than any mail program sends. */
const CLICK_MAX = 2_000

/**
 * Reads the form of the page's button, which has no fields, or the one click of a mail program, which may come as
 * multipart/form-data (RFC 8058).
 *
 * @throws a 400 response for anything else
 */
export async function readClick(request: Request) {
  if (!isMultipart(request)) return void (await readForm(request))
  const body = await request.text()
  if (body.length > CLICK_MAX || !isClick(body)) throw badRequest('This form could not be read.')
}

function isClick(body: string) {
  const lines = body.split('\n').map((line) => line.trim().toLowerCase())
  const field = lines.findIndex(
    (line) => /^content-disposition:/.test(line) && /\bname="?list-unsubscribe\b/.test(line),
  )
  const end = lines.indexOf('', field)
  return field >= 0 && end >= 0 && lines.slice(end).find((line) => line !== '') === 'one-click'
}
