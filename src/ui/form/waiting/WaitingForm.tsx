import { type ComponentProps, type SubmitEvent, use, useEffect, useMemo, useState } from 'react'
import { useLatest } from '../../useLatest.ts'
import { FormAround, type PendingFile } from './pendingFiles.ts'
import { ReadOnlyReason } from './readOnlyReason.ts'
import './waitingForm.css'

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: ((pressed: string) => void) | undefined
}

/**
 * A form that is sent when its files are there. Pressed before that, it says which of them are on their way and goes on by
 * itself; one that did not get there is to be sent again or taken away first. Where `ReadOnlyReason` says why, it can only be
 * read.
 */
export function WaitingForm({ onSubmit, children, ...form }: Props) {
  const [files, setFiles] = useState<FilesOfFields>({})
  /** The value of the button that waits. */
  const [pressed, press] = useState<string | null>(null)
  const latest = useLatest(onSubmit)
  const readOnly = use(ReadOnlyReason)
  const around = useMemo(
    () => ({
      tell: (field: string, told: readonly PendingFile[]) => setFiles(before => withFiles(before, field, told)),
      stop: () => press(null),
    }),
    [],
  )
  const missing = Object.values(files).flat()
  const isWhole = missing.length === 0
  useEffect(() => {
    if (pressed === null || !isWhole) return
    press(null)
    latest.current?.(pressed)
  }, [pressed, isWhole])
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent
    const value = submitter instanceof HTMLButtonElement ? submitter.value : ''
    if (isWhole) onSubmit?.(value)
    else press(value)
  }
  return (
    <form noValidate {...form} onSubmit={submit}>
      {readOnly && (
        <p className="form-read-only" role="status">
          {readOnly}。下面的内容只能查看。
        </p>
      )}
      <FormAround value={around}>{readOnly ? <fieldset disabled>{children}</fieldset> : children}</FormAround>
      {pressed !== null && !isWhole && <Missing files={missing} stop={around.stop} />}
    </form>
  )
}

type FilesOfFields = Record<string, readonly PendingFile[]>

function withFiles(before: FilesOfFields, field: string, told: readonly PendingFile[]): FilesOfFields {
  if (told.length === 0 && !(field in before)) return before
  const { [field]: _, ...others } = before
  return told.length === 0 ? others : { ...others, [field]: told }
}

function Missing({ files, stop }: { files: readonly PendingFile[]; stop: () => void }) {
  const lost = files.filter(({ failed }) => failed)
  const shown = lost.length > 0 ? lost : files
  const names = shown.map(({ name }) => `“${name}”`).join('、')
  return (
    <p role="alert" className="form-waiting" data-failed={lost.length > 0 || undefined}>
      {lost.length > 0
        ? `${names}没有上传上去。请在它旁边重试，或者移除后再继续。`
        : `正在上传${names}，传完后自动继续。`}
      <button type="button" className="button" onClick={stop}>
        {lost.length > 0 ? '知道了' : '先不继续'}
      </button>
    </p>
  )
}
