import { useEffect, useRef } from 'react'
import { Icon } from '../Icon.tsx'
import { FileSheet } from './FileSheet.tsx'
import './filePreview.css'

type Props = { file: Parameters<typeof FileSheet>[0]['file']; onClose: () => void }

/** A picture or PDF over the whole page; Esc closes. */
export function FilePreview({ file, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current!.showModal()
    dialog.current!.querySelector<HTMLElement>('.preview-sheet')!.focus()
  }, [])
  return (
    <dialog ref={dialog} className="preview" aria-label={file.name ?? '预览'} onClose={onClose}>
      <FileSheet file={file} level={2}>
        <button type="button" onClick={() => dialog.current?.close()} aria-label="关闭预览">
          <Icon name="close" size={18} />
        </button>
      </FileSheet>
    </dialog>
  )
}
