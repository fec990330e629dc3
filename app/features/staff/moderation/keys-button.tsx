import { useEffect, useState } from 'react'
import { KINDS, type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { IconButton } from '~/ui/button'
import { DialogTitle, dialogClasses } from '~/ui/dialog'
import { Kbd } from './key-hint'
import { areShortcutsEnabled, setShortcuts } from './queue-shortcuts'

type KeysProps = {
  /** The kind on the page; null for all of them. */
  kind: Kind | null
  place: 'list' | 'item' | 'view' | 'decided' | 'freshness'
}

/** Opens the list of the keys that do something here. Hidden where there is no keyboard. */
export function KeysButton(props: KeysProps) {
  return (
    <div className="max-md:hidden print:hidden noscript:hidden pointer-coarse:hidden">
      <IconButton tone="line" icon="keyboard" label="Keys" popovertarget="keys" />
      <KeysDialog {...props} />
    </div>
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

function KeysDialog({ kind, place }: KeysProps) {
  const [isOn, setOn] = useState(true)
  useEffect(() => setOn(areShortcutsEnabled()), [])
  const toggle = () => {
    setShortcuts(isOn ? 'off' : 'on')
    setOn(!isOn)
  }
  const hasDecisions = place !== 'decided' && place !== 'freshness'
  return (
    <div className={dialogClasses({ width: 'sm' })} id="keys" popover="" role="dialog" aria-labelledby="keys-title">
      <div className="-mt-2 -me-2 flex items-center justify-between">
        <DialogTitle id="keys-title">Keys</DialogTitle>
        <IconButton icon="x" label="Close" popovertarget="keys" popovertargetaction="hide" />
      </div>
      <dl>
        <Key name="J">Next item</Key>
        <Key name="K">Previous item</Key>
        {place === 'list' ? <Key name="Enter">Open it, which claims it for 15 minutes</Key> : null}
        {place === 'freshness' ? <FreshnessKeys /> : null}
        {hasDecisions ? <DecisionKeys kind={kind} /> : null}
        <Key name="U">Undo, while the message offers it</Key>
        <Key name="?">This list</Key>
      </dl>
      <p className="flex flex-wrap items-center gap-x-3 text-small text-subtle-foreground">
        {isOn ? 'Single keys can disturb speech input.' : 'Shortcuts are off.'}
        <button type="button" className="link min-h-6 cursor-pointer" onClick={toggle}>
          {isOn ? 'Turn off' : 'Turn on'}
          <span className="sr-only"> shortcuts</span>
        </button>
      </p>
    </div>
  )
}

function DecisionKeys({ kind }: { kind: Kind | null }) {
  const { reject, hasReasons, asksForChanges, hasProofs } = verbsOf(kind)
  return (
    <>
      <Key name={kind ? (specOf(kind).approve.key ?? 'A') : 'A'}>{kind ? specOf(kind).approve.label : 'Approve'}</Key>
      <Key name={kind ? (specOf(kind).reject.key ?? 'R') : 'R'}>
        {hasReasons ? (
          <span>
            {reject}, then <Kbd>1</Kbd> to <Kbd>8</Kbd> for the reason
          </span>
        ) : (
          reject
        )}
      </Key>
      {asksForChanges ? <Key name="C">Ask for a change</Key> : null}
      {kind && specOf(kind).canWait ? <Key name="L">Decide later</Key> : null}
      {hasProofs ? (
        <>
          <Key name="V">Proof: purchase verified</Key>
          <Key name="N">Proof: not enough</Key>
          <Key name="L">Proof: decide later</Key>
        </>
      ) : null}
      <Key name="Ctrl Enter">Send the note, also Cmd Enter</Key>
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
    hasProofs: kind === null || kind === 'review',
  }
}
