import type { ReactNode } from 'react'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'

type Props = {
  files: UploadedFile[]
  change: (files: UploadedFile[]) => void
  error?: string
  readOnly?: boolean
  /** The reviewer's request for corrections. */
  before?: ReactNode
}

/** Upload of documents that prove the person works here now. */
export const Proof = ({ files, change, error, readOnly, before }: Props) => (
  <Field
    name="proof"
    label="劳动合同或社保证明"
    required
    group
    error={error}
    before={before}
    hint="能证明此人现为本单位人员，扫描件或照片；可遮挡工资等无关内容"
  >
    {described => (
      <Upload
        {...described}
        use="material"
        max={5}
        value={files}
        onChange={change}
        readOnly={readOnly}
        label="劳动合同或社保证明"
      />
    )}
  </Field>
)
