/** Both logos; the theme shows one. `named` where no link around it already says the name. */
export function Logo({ named }: { named?: boolean }) {
  const alt = named ? 'Lifetime Ledger' : ''
  return (
    <span className="logo">
      <img className="logo__light" src="/logo-light.svg" width="231" height="32" alt={alt} />
      <img className="logo__dark" src="/logo-dark.svg" width="231" height="32" alt={alt} loading="lazy" />
    </span>
  )
}
