import { useEffect, useState } from 'react'
import { areShortcutsEnabled, setShortcuts } from './queue-shortcuts'

/** Lists the shortcuts and turns them off: single keys disturb speech input. Only pending items can be decided. */
export function ShortcutHint({ isPending }: { isPending: boolean }) {
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(areShortcutsEnabled()), [])
  const toggle = () => {
    setShortcuts(isOn ? 'off' : 'on')
    setOn(!isOn)
  }
  return (
    <p className="queue-item__shortcuts">
      {isOn ? (
        <span>
          {'Shortcuts: '}
          {isPending ? (
            <>
              <kbd>A</kbd> approve, <kbd>R</kbd> reject,{' '}
            </>
          ) : null}
          <kbd>J</kbd> next, <kbd>K</kbd> previous
        </span>
      ) : (
        <span>Shortcuts are off.</span>
      )}
      <button type="button" className="link" onClick={toggle}>
        {isOn ? 'Turn off' : 'Turn on'}
        <span className="sr-only"> shortcuts</span>
      </button>
    </p>
  )
}
