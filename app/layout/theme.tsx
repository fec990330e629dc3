import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { useNonce } from './nonce'

// Runs before the first paint: the stored choice, else what the system prefers.
const APPLY_THEME = `(()=>{let t;try{t=localStorage.getItem('theme')}catch{}
document.documentElement.classList.add(t==='dark'||t==='light'?t:matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light')})()`

export function ThemeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
  return <script nonce={useNonce()} dangerouslySetInnerHTML={{ __html: APPLY_THEME }} />
}

/** Hidden without scripts, where the system's preference decides. `named` writes its name out. */
export function ThemeToggle({ named }: { named?: boolean }) {
  return (
    <button
      className={classes(named ? 'btn btn--ghost' : 'icon-btn')}
      type="button"
      data-theme-toggle=""
      aria-label={named ? undefined : 'Switch between light and dark theme'}
    >
      <Icon name="moon" className="theme-moon" />
      <Icon name="sun" className="theme-sun" />
      {named ? 'Switch theme' : null}
    </button>
  )
}
