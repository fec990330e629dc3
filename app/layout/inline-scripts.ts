// Inline scripts of every visitor's document. The content security policy of cached documents lists their hashes.

/** Applies the stored theme, or the system's preference, before the first paint. */
export const APPLY_THEME = `(()=>{let t;try{t=localStorage.getItem('theme')}catch{}
document.documentElement.classList.add(t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')})()`

/** Prefetches links on hover; never paths that count clicks or depend on the user, or links that change a cookie. */
export const SPECULATION = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/go/*', '/auth*', '/account*', '/admin*', '/healthz', '/readyz'] } },
          { not: { selector_matches: '[data-no-prefetch]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
