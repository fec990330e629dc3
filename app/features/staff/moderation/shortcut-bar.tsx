import { useEffect, useState } from 'react'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { Button, IconButton } from '~/ui/button'
import { DialogTitle, dialogClasses } from '~/ui/dialog'
import { KeyHint } from './key-hint'
import { areShortcutsEnabled, setShortcuts } from './queue-shortcuts'

type ShortcutBarProps = {
  /** The kind on the page; null for all of them. */
  kind: Kind | null
  /** The buttons on the page of one item show their keys themselves; what is decided can only be read. */
  place: 'list' | 'item' | 'view' | 'decided' | 'freshness'
}

/** Shows the keys that do something here, and turns them off: single keys disturb speech input. */
export function ShortcutBar({ kind, place }: ShortcutBarProps) {
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(areShortcutsEnabled()), [])
  const toggle = () => {
    setShortcuts(isOn ? 'off' : 'on')
    setOn(!isOn)
  }
  return (
    <div className="shortcut-bar">
      {isOn ? (
        <>
          {place === 'item' ? null : <Hints kind={kind} place={place} />}
          <Button type="button" tone="ghost" size="sm" icon="keyboard" popovertarget="keys">
            All keys
            <KeyHint name="?" />
          </Button>
        </>
      ) : (
        <span>Shortcuts are off.</span>
      )}
      <button type="button" className="link" onClick={toggle}>
        {isOn ? 'Turn off' : 'Turn on'}
        <span className="sr-only"> shortcuts</span>
      </button>
      <KeysDialog kind={kind} place={place} />
    </div>
  )
}

function Hints({ kind, place }: ShortcutBarProps) {
  return (
    <>
      <span>
        <kbd>J</kbd>
        <kbd>K</kbd>next and before
      </span>
      {place === 'list' ? (
        <span>
          <kbd>Enter</kbd>open
        </span>
      ) : null}
      {place === 'freshness' ? <FreshnessHints /> : null}
      {place === 'decided' || place === 'freshness' ? null : <DecisionHints kind={kind} />}
    </>
  )
}

function DecisionHints({ kind }: { kind: Kind | null }) {
  const { reject, asksForChanges } = verbsOf(kind)
  return (
    <>
      <span>
        <kbd>A</kbd>
        {kind ? specOf(kind).approve.label.toLowerCase() : 'approve'}
      </span>
      <span>
        <kbd>R</kbd>
        {reject.toLowerCase()}
      </span>
      {asksForChanges ? (
        <span>
          <kbd>C</kbd>ask for a change
        </span>
      ) : null}
    </>
  )
}

function FreshnessHints() {
  return (
    <>
      <span>
        <kbd>S</kbd>still correct or available
      </span>
      <span>
        <kbd>E</kbd>set expired
      </span>
      <span>
        <kbd>O</kbd>open the vendor's page
      </span>
    </>
  )
}

function FreshnessKeys() {
  return (
    <>
      <Key name="S">Still correct, or still available</Key>
      <Key name="E">Set expired</Key>
      <Key name="O">Open the vendor's page in a new tab</Key>
    </>
  )
}

function KeysDialog({ kind, place }: ShortcutBarProps) {
  return (
    <div className={dialogClasses({ width: 'sm' })} id="keys" popover="" role="dialog" aria-labelledby="keys-title">
      <div className="-mt-2 -me-2 flex items-center justify-between">
        <DialogTitle id="keys-title">Keys</DialogTitle>
        <IconButton icon="x" label="Close" popovertarget="keys" popovertargetaction="hide" />
      </div>
      <dl className="key-list">
        <Key name="J">Next item</Key>
        <Key name="K">Previous item</Key>
        {place !== 'list' ? null : <Key name="Enter">Open it, which claims it for 15 minutes</Key>}
        {place === 'freshness' ? <FreshnessKeys /> : null}
        {place === 'decided' || place === 'freshness' ? null : <DecisionKeys kind={kind} />}
        <Key name="U">Undo, while the message offers it</Key>
        <Key name="?">This list</Key>
      </dl>
    </div>
  )
}

function DecisionKeys({ kind }: { kind: Kind | null }) {
  const { reject, hasReasons, asksForChanges } = verbsOf(kind)
  return (
    <>
      <Key name="A">{kind ? specOf(kind).approve.label : 'Approve'}</Key>
      <Key name="R">
        {hasReasons ? (
          <span>
            {reject}, then <kbd>1</kbd> to <kbd>8</kbd> for the reason
          </span>
        ) : (
          reject
        )}
      </Key>
      {asksForChanges ? <Key name="C">Ask for a change</Key> : null}
    </>
  )
}

function Key({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>
        <kbd>{name}</kbd>
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What the keys do for one kind, or for at least one of all. */
function verbsOf(kind: Kind | null) {
  const specs = kind ? [specOf(kind)] : KINDS.map(specOf)
  return {
    reject: kind ? specOf(kind).reject.label : 'Reject',
    hasReasons: specs.some(({ reject }) => reject.hasReason && !reject.asks),
    asksForChanges: specs.some(({ requestChanges }) => requestChanges),
  }
}
