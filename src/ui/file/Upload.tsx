import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { describeRule, type FileUse, ruleOf } from '#lib/uploads.ts'
import { Mover } from '../Movable.tsx'
import { FilePreview } from './FilePreview.tsx'
import { FileButton } from './upload/FileButton.tsx'
import { SendingRow, StoredRow } from './upload/rows.tsx'
import { type UploadedFile, useUploads } from './upload/useUploads.ts'
import './upload.css'

export type { UploadedFile } from './upload/useUploads.ts'

type Props = {
  use: FileUse
  value: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  label?: string
  max?: number
  readOnly?: boolean
  warn?: (file: UploadedFile) => ReactNode
  id?: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

/** The one upload: choose, drag, paste or photograph; each file with its progress, its errors and what to do about them. */
export function Upload({ use, value, onChange, label = '文件', max = 1, readOnly, warn, id, ...described }: Props) {
  const [said, say] = useState('')
  const [previewed, preview] = useState<UploadedFile | null>(null)
  const { sending, add, retry, cancel, remove, move } = useUploads({ use, max, value, onChange, say })
  const isFull = value.length + sending.filter(({ error }) => !error).length >= max
  const button = useRef<HTMLButtonElement>(null)
  const drop = useDrop(isFull || readOnly ? undefined : add)
  const rules = useId()
  const takesPictures = ruleOf(use).takes.includes('png')

  const removeAndStay = (file: UploadedFile) => {
    remove(file)
    setTimeout(() => button.current?.focus())
  }
  return (
    <div className="upload" data-over={drop.isOver || undefined} {...(readOnly ? {} : drop.handlers)}>
      {!readOnly && (
        <div className="upload-ask">
          <FileButton
            use={use}
            label={label}
            add={add}
            button={button}
            id={id}
            multiple={max > 1}
            disabled={isFull}
            describedBy={[rules, described['aria-describedby']].filter(Boolean).join(' ')}
            invalid={described['aria-invalid']}
          />
          <p className="upload-rules" id={rules}>
            {describeRule(use)}
            {max > 1 && `，最多 ${max} 个`}
            <span className="upload-ways">，也可以拖到这里{takesPictures && '或直接粘贴截图'}</span>
          </p>
        </div>
      )}
      <ul role="list" aria-label={label} hidden={value.length + sending.length === 0}>
        {value.map((file, i) => (
          <StoredRow
            key={file.id}
            file={file}
            use={use}
            warning={warn?.(file)}
            onPreview={() => preview(file)}
            onRemove={readOnly ? undefined : () => removeAndStay(file)}
            movers={
              !readOnly &&
              value.length > 1 && (
                <>
                  <Mover
                    icon="up"
                    name={`上移 ${file.name ?? '文件'}`}
                    disabled={i === 0}
                    onClick={() => move(file, -1)}
                  />
                  <Mover
                    icon="down"
                    name={`下移 ${file.name ?? '文件'}`}
                    disabled={i === value.length - 1}
                    onClick={() => move(file, 1)}
                  />
                </>
              )
            }
          />
        ))}
        {sending.map(one => (
          <SendingRow key={one.key} sending={one} onRetry={() => retry(one)} onCancel={() => cancel(one)} />
        ))}
      </ul>
      {readOnly && value.length === 0 && <p className="upload-rules">没有文件</p>}
      <p className="hidden-text" role="status">
        {said}
      </p>
      {previewed && <FilePreview file={previewed} onClose={() => preview(null)} />}
    </div>
  )
}

/** Files dragged onto the field, or pasted while the focus is in it. */
function useDrop(add: ((files: File[]) => void) | undefined) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(add !== undefined)
    },
    onDragLeave: (event: DragEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      add?.([...event.dataTransfer.files])
    },
    onPaste: (event: ClipboardEvent) => {
      const files = [...event.clipboardData.files]
      if (files.length === 0) return
      event.preventDefault()
      add?.(files)
    },
  }
  return { isOver, handlers }
}
