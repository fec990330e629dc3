/** The page that an address asks for. */
export function parsePage(request: Request) {
  return toPageNumber(new URL(request.url).searchParams.get('page'))
}

/** Anything but a number from 1 up is the first page. */
export function toPageNumber(text: string | null) {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
