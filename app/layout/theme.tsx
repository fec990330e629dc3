import { buttonClasses, iconButtonClasses } from '~/ui/button-classes'
import { Icon } from '~/ui/icon'
import { BEFORE_PAINT } from './inline-scripts'
import { useNonce } from './nonce'

/** What the first paint depends on. */
export function ThemeScript() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={useNonce()} dangerouslySetInnerHTML={{ __html: BEFORE_PAINT }} />
}

/** Hidden without scripts, where the system's preference applies. `named` shows its label. */
export function ThemeToggle({ named }: { named?: boolean }) {
  return (
    <button
      className={
        named
          ? buttonClasses({ tone: 'ghost', className: 'noscript:hidden' })
          : iconButtonClasses({ className: 'max-sm:hidden noscript:hidden' })
      }
      type="button"
      data-theme-toggle=""
      aria-label={named ? undefined : 'Switch between light and dark theme'}
    >
      <Icon name="moon" className="dark:hidden" />
      <Icon name="sun" className="hidden dark:block" />
      {named ? 'Switch theme' : null}
    </button>
  )
}
