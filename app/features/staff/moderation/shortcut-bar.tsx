import { useEffect, useState } from 'react'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { Button, IconButton } from '~/ui/button'
import { DialogTitle, dialogClasses } from '~/ui/dialog'
import { Kbd, KeyHint } from './key-hint'
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
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-small text-subtle-foreground max-md:hidden print:hidden noscript:hidden pointer-coarse:hidden">
      {isOn ? (
        <>
          {place === 'item' ? null : <Hints kind={kind} place={place} />}
          <Button type="button" tone="ghost" size="sm" icon="keyboard" popovertarget="keys">
            All keys
            <KeyHint name="?" look="onButton" />
          </Button>
        </>
      ) : (
        <span>Shortcuts are off.</span>
      )}
      <button type="button" className="link min-h-6 cursor-pointer" onClick={toggle}>
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
      <Hint names={['J', 'K']}>next and before</Hint>
      {place === 'list' ? <Hint names={['Enter']}>open</Hint> : null}
      {place === 'freshness' ? <FreshnessHints /> : null}
      {place === 'decided' || place === 'freshness' ? null : <DecisionHints kind={kind} />}
    </>
  )
}

function DecisionHints({ kind }: { kind: Kind | null }) {
  const { reject, asksForChanges } = verbsOf(kind)
  return (
    <>
      <Hint names={['A']}>{kind ? specOf(kind).approve.label.toLowerCase() : 'approve'}</Hint>
      <Hint names={['R']}>{reject.toLowerCase()}</Hint>
      {asksForChanges ? <Hint names={['C']}>ask for a change</Hint> : null}
    </>
  )
}

function FreshnessHints() {
  return (
    <>
      <Hint names={['S']}>still correct or available</Hint>
      <Hint names={['E']}>set expired</Hint>
      <Hint names={['O']}>open the vendor's page</Hint>
    </>
  )
}

function Hint({ names, children }: { names: string[]; children: React.ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {names.map((name) => (
        <Kbd key={name}>{name}</Kbd>
      ))}
      {children}
    </span>
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
      <dl>
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
            {reject}, then <Kbd>1</Kbd> to <Kbd>8</Kbd> for the reason
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
    <div className="grid grid-cols-[4.5rem_1fr] items-center gap-3 border-t border-border py-2 text-control">
      <dt>
        <Kbd>{name}</Kbd>
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
