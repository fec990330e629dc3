import { type DragEvent, useRef, useState } from 'react'
import { useFormInPlace } from '~/http/form-hooks'
import { errorsOf } from '~/http/forms'
import { Button } from '~/ui/button'
import { buttonClasses } from '~/ui/button-classes'
import { classes } from '~/ui/classes'
import { FieldErrors } from '~/ui/field'
import { Icon } from '~/ui/icon'
import { type FileKind, importPath, MAX_FILE_MB, MAX_ROWS, UPLOAD_FAILED } from './csv-import'

type UploadFormProps = { kind: FileKind; chosen?: { name: string; details: string } }

/** Uploads a file for a check. With scripts it also accepts a dropped file. */
export function UploadForm({ kind, chosen }: UploadFormProps) {
  // The form is on two pages and shows its errors on the page where it was submitted.
  const { Form, formProps, result, isSending } = useFormInPlace()
  const error = errorsOf(result, result?.failure === UPLOAD_FAILED ? '' : 'file')?.join(' ')
  const form = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState<string>()
  const [isOver, setIsOver] = useState(false)
  const shown = name ?? chosen?.name

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (!input.current || event.dataTransfer.files.length === 0) return
    input.current.files = event.dataTransfer.files
    setName(event.dataTransfer.files[0]!.name)
    form.current?.requestSubmit()
  }

  return (
    <Form {...formProps} ref={form} action={importPath(kind)} encType="multipart/form-data">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a short cut; the button does the same */}
      <div
        className={classes(
          'grid justify-items-center gap-2 rounded-md border-[1.5px] border-dashed px-5 py-7 text-center',
          isOver ? 'border-primary bg-muted' : 'border-input bg-background',
        )}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Icon name="file-spreadsheet" className="size-7 stroke-[1.5] text-muted-foreground" />
        {shown ? (
          <b>
            <bdi>{shown}</bdi>
          </b>
        ) : null}
        <p className="text-small text-muted-foreground">
          {chosen && !name
            ? chosen.details
            : `A CSV file of up to ${MAX_ROWS.toLocaleString('en-US')} rows and ${MAX_FILE_MB} MB. You review everything before it is imported.`}
        </p>
        <label className={classes(buttonClasses({ tone: 'secondary', size: 'sm' }), 'max-w-full noscript:flex-wrap')}>
          {shown ? 'Choose another file' : 'Choose a file'}
          <input
            ref={input}
            className="sr-only noscript:not-sr-only noscript:w-full"
            type="file"
            name="file"
            accept=".csv,.tsv,.tab,.txt,text/csv,text/tab-separated-values"
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'file-error' : undefined}
            onChange={(event) => setName(event.currentTarget.files?.[0]?.name)}
          />
        </label>
        <Button size="sm" tone={chosen ? 'secondary' : 'primary'} busy={isSending}>
          {isSending ? 'Checking' : 'Check file'}
        </Button>
        <FieldErrors id="file" errors={error ? [error] : undefined} />
      </div>
    </Form>
  )
}
