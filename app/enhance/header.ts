const COMPACT_AFTER = 50

function follow() {
  document.querySelector('[data-site-header]')?.toggleAttribute('data-scrolled', scrollY > COMPACT_AFTER)
}

addEventListener('scroll', follow, { passive: true })
follow()
