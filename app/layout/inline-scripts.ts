// What visitors' documents hold inline. The content security policy lists the hashes.

/** Applies the stored theme, or the system's preference, before the first paint. */
const APPLY_THEME = `(()=>{let t;try{t=localStorage.getItem('theme')}catch{}
document.documentElement.classList.add(t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')})()`

/**
 * Marks the document before the first paint when deals are chosen for a comparison, so that the style sheet reserves room
 * for the tray that the script draws (enhance/compare).
 */
const RESERVE_TRAY = `try{if(/"/.test(sessionStorage.getItem('compare'))&&!/^\\/(compare|admin)\\b/.test(location.pathname))document.documentElement.dataset.choosing=''}catch{}`

export const BEFORE_PAINT = `${APPLY_THEME};${RESERVE_TRAY}`

/**
 * One document fades into the next, unless the reader prefers less motion. Inline, because Chromium decides at the first
 * frame, and throws an uncaught error where a style sheet with this rule came too late.
 */
export const FADE = '@media (prefers-reduced-motion:no-preference){@view-transition{navigation:auto}}'

/** Prefetches links on hover; never paths that count clicks or depend on the user, or links that change a cookie. */
export const SPECULATION = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/go/*', '/auth*', '/account*', '/admin*', '/healthz', '/readyz'] } },
          { not: { selector_matches: '[data-no-prefetch],[data-compare]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
