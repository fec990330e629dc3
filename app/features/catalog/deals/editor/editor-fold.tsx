import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BOX_LOOK } from '~/ui/box'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { contentsOf, type FormContents } from './fold-lines'

type EditorFoldProps = {
  title: string
  id?: string
  line: string
  /** Describes what is inside again, when the fold is opened or closed. */
  describe: (contents: FormContents) => string
  /** The first error inside. */
  error: string | undefined
  isOpen: boolean
  /** Changes with each answer of the server, which opens the fold again. */
  answer: string
  children: ReactNode
}

/** A part of the editor that can stay folded: its line says what is inside, in red what is wrong there. */
export function EditorFold({ title, id, line, describe, error, isOpen, answer, children }: EditorFoldProps) {
  const fold = useRef<HTMLDetailsElement>(null)
  const [isOpenFirst] = useState(isOpen)
  const [present, setPresent] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: also after an answer with the same errors
  useEffect(() => {
    // Never closed again: errors disappear while they are corrected.
    if (isOpen && fold.current) fold.current.open = true
  }, [isOpen, answer])
  return (
    <details
      ref={fold}
      id={id}
      open={isOpenFirst}
      className="group not-first:border-t not-first:border-border"
      onToggle={({ currentTarget }) => {
        const form = currentTarget.closest('form')
        if (form) setPresent(describe(contentsOf(new FormData(form))))
      }}
    >
      <summary className="grid min-h-13 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2 marker:hidden hover:bg-muted/55 sm:grid-cols-[minmax(0,11rem)_minmax(0,1fr)_auto]">
        <h3 className={BOX_LOOK.title}>{title}</h3>
        <span
          className={classes(
            'truncate text-small max-sm:row-start-2',
            error ? 'font-semibold text-destructive-ink' : 'text-muted-foreground',
          )}
        >
          {error || (present ?? line) || 'Empty'}
        </span>
        <Icon
          name="plus"
          className="size-4.5 text-muted-foreground transition duration-180 group-open:rotate-45 max-sm:row-span-2"
        />
      </summary>
      <div className="px-5 pt-2 pb-6">{children}</div>
    </details>
  )
}
