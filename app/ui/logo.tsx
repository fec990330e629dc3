import { Link } from '@remix-run/react'

/** Both logos; the theme shows one. `named` where no link around them already says the name. */
export function Logo({ named }: { named?: boolean }) {
  return (
    <span className="logo">
      <Images alt={named ? 'Lifetime Ledger' : ''} />
    </span>
  )
}

export function LogoLink() {
  return (
    <Link discover="none" className="logo" to="/" aria-label="Lifetime Ledger, home">
      <Images alt="" />
    </Link>
  )
}

function Images({ alt }: { alt: string }) {
  return (
    <>
      <img className="logo__light" src="/logo-light.svg" width="231" height="32" alt={alt} />
      <img className="logo__dark" src="/logo-dark.svg" width="231" height="32" alt={alt} loading="lazy" />
    </>
  )
}
