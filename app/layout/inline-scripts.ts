// The scripts that stand in every visitor's document. The content policy of kept documents lists their hashes.

/** Runs before the first paint: the stored choice, else what the system prefers. */
export const APPLY_THEME = `(()=>{let t;try{t=localStorage.getItem('theme')}catch{}
document.documentElement.classList.add(t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')})()`

/** Links a visitor may follow next are fetched as the pointer rests on them; never what counts clicks or knows the person. */
export const SPECULATION = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: ['/go/*', '/auth*', '/account*', '/admin*', '/healthz', '/readyz'] } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
})
