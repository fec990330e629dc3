import { Link, type LinkProps } from '@remix-run/react'

/** The name of an entry of a list, as the link to its page. */
export function NameLink(props: Omit<LinkProps, 'className'>) {
  return (
    <Link
      {...props}
      className="inline-flex min-h-6 items-center gap-[0.3em] font-bold wrap-anywhere no-underline hover:underline"
    />
  )
}
