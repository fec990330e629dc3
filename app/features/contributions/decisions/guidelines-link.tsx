import { Link } from '@remix-run/react'

/** After the hint below a form for contributions. */
export function GuidelinesLink() {
  return (
    <>
      {' '}
      <Link className="link" discover="none" to="/guidelines">
        Read the guidelines
      </Link>
      .
    </>
  )
}
