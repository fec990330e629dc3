import { outsideUrl } from './outside-url'

/** A file of this site, such as "/demo/quillstack.svg". */
export const OWN_PICTURE = /^\/[a-z0-9_-]+(?:\/[a-z0-9_-]+)*\.[a-z0-9]+$/

/** The address of a picture if it is safe: a path of this site, or http or https. */
export function imageSrc(address: string | null | undefined): string | undefined {
  return address && OWN_PICTURE.test(address) ? address : outsideUrl(address)
}
