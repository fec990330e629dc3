import { useEffect, useState } from 'react'
import { areShortcutsEnabled, setShortcuts } from './queue-shortcuts'

/** Names the keys, and turns them off: single letters get in the way of speech input. Only pending items are decided. */
export function ShortcutHint({ isPending }: { isPending: boolean }) {
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(areShortcutsEnabled()), [])
  const turn = () => {
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
      <button type="button" className="link" onClick={turn}>
        {isOn ? 'Turn off' : 'Turn on'}
        <span className="sr-only"> shortcuts</span>
      </button>
    </p>
  )
}
