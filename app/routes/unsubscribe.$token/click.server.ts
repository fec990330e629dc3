import { readForm } from '~/http/forms.server'
import { isMultipart } from '~/http/multipart.server'
import { badRequest } from '~/http/responses.server'

/** More than any mail program sends. */
const CLICK_MAX = 2_000
const CLICK = /^content-disposition:.*\bname="?List-Unsubscribe\b.*\r?\n(?:.+\r?\n)*\r?\n\s*One-Click\s*$/im

/**
 * Reads the form of the page's button, which has no fields, or the one click of a mail program, which may come as
 * multipart/form-data (RFC 8058).
 *
 * @throws a 400 response for anything else
 */
export async function readClick(request: Request) {
  if (!isMultipart(request)) return void (await readForm(request))
  const body = await request.text()
  if (body.length > CLICK_MAX || !CLICK.test(body)) throw badRequest('This form could not be read.')
}
