/** The page that an address asks for; anything but a number from 1 up is the first one. */
export function parsePage(request: Request) {
  const page = new URL(request.url).searchParams.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}
