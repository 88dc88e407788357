import { Button } from 'antd'
import { type RefObject, useRef } from 'react'
import { type FileUse, mimeTypes, ruleOf } from '#lib/uploads.ts'

type Props = {
  use: FileUse
  label: string
  add: (files: File[]) => void
  button: RefObject<HTMLButtonElement | null>
  id?: string
  multiple: boolean
  disabled: boolean
  describedBy: string
  invalid?: true
}

/** The browser's own field for files is hidden behind a button that looks and speaks like the others. */
export function FileButton({ use, label, add, button, id, multiple, disabled, describedBy, invalid }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const accept = ruleOf(use)
    // WPS names the same format .et.
    .takes.map(ext => `.${ext},${ext === 'xls' ? '.et,' : ''}${mimeTypes[ext]}`)
    .join(',')
  const takesPhotos = ruleOf(use).takes.includes('jpg')
  const chosen = (event: { currentTarget: HTMLInputElement }) => {
    add([...(event.currentTarget.files ?? [])])
    // The same file may be chosen again after it was removed.
    event.currentTarget.value = ''
  }
  const hidden = {
    type: 'file',
    tabIndex: -1,
    'aria-hidden': true,
    className: 'upload-input',
    onChange: chosen,
  } as const
  return (
    <>
      <Button
        ref={button}
        id={id}
        disabled={disabled}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        onClick={() => input.current?.click()}
      >
        选择文件<span className="hidden-text">：{label}</span>
      </Button>
      {takesPhotos && (
        <Button className="upload-camera" disabled={disabled} onClick={() => camera.current?.click()}>
          拍照<span className="hidden-text">：{label}</span>
        </Button>
      )}
      <input {...hidden} ref={input} accept={accept} multiple={multiple} />
      {takesPhotos && <input {...hidden} ref={camera} accept="image/jpeg,image/png" capture="environment" />}
    </>
  )
}
