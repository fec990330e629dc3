/** The number in `?page=`. */
export function parsePage(request: Request) {
  return toPageNumber(new URL(request.url).searchParams.get('page'))
}

/** Anything but a number from 1 to 999999 is page 1. */
export function toPageNumber(text: string | null) {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1
}
