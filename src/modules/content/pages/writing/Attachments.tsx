import { Button, Input } from 'antd'
import { useState } from 'react'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import type { Described } from '#ui/form/Field.tsx'
import { Said } from '#ui/told/Said.tsx'

type File = { id: number; name: string }
type Props = {
  described: Described
  files: readonly File[]
  known: readonly UploadedFile[]
  onChange: (files: File[]) => void
  learn: (file: UploadedFile) => void
}

/** Papers that go with the text: uploaded, named as readers shall see them, and put in order by buttons. */
export function Attachments({ described, files, known, onChange, learn }: Props) {
  const [said, say] = useState('')
  const swap = (at: number, to: number) => {
    onChange(files.map((file, i) => (i === at ? files[to]! : i === to ? files[at]! : file)))
    say(`已移到第 ${to + 1} 个，共 ${files.length} 个`)
  }
  return (
    <>
      <Upload
        {...described}
        use="attachment"
        max={50}
        label="附件"
        value={files.map(file => ({ ...known.find(({ id }) => id === file.id), ...file }))}
        onChange={uploaded => {
          for (const file of uploaded) learn(file)
          onChange(uploaded.map(({ id, name }) => ({ id, name: name ?? '附件' })))
        }}
      />
      {files.length > 0 && (
        <ol className="attachments" role="list" aria-label="附件的名称和先后">
          {files.map((file, at) => (
            <li key={file.id}>
              <Input
                aria-label={`第 ${at + 1} 个附件的名称`}
                value={file.name}
                maxLength={200}
                onChange={event =>
                  onChange(files.map((one, i) => (i === at ? { ...one, name: event.target.value } : one)))
                }
              />
              <Button disabled={at === 0} aria-label={`第 ${at + 1} 个附件上移`} onClick={() => swap(at, at - 1)}>
                上移
              </Button>
              <Button
                disabled={at === files.length - 1}
                aria-label={`第 ${at + 1} 个附件下移`}
                onClick={() => swap(at, at + 1)}
              >
                下移
              </Button>
            </li>
          ))}
        </ol>
      )}
      <Said>{said}</Said>
    </>
  )
}
