import { Input } from 'antd'
import { useRef } from 'react'
import { choicesIn, type FieldErrors, type FormValues } from '#lib/form/form.ts'
import { Facts } from '#ui/Facts.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import type { Rectification } from './MyRectification.tsx'

type Nonconformity = Rectification['list'][number]
const tones: Record<Nonconformity['result'], Tone> = { open: 'warn', accepted: 'good', refused: 'bad' }

/** Reads the text and files entered for one correction. */
export const correctionIn = (values: FormValues, id: number) => ({
  correction: String(values[`correction-${id}`] ?? ''),
  fileIds: choicesIn(values, `files-${id}`).map(Number),
})

type Props = { of: Nonconformity; values: FormValues; errors: FieldErrors; change: (values: FormValues) => void }

export function OneCorrection({ of, values, errors, change }: Props) {
  const { id, place, clause, description, dueOn, editable } = of
  const { correction, fileIds } = correctionIn(values, id)
  // A draft keeps numbers; what the files are called is known here.
  const known = useRef(new Map<number, UploadedFile>(of.files.map(file => [file.id, file])))
  const files = fileIds.map(file => known.current.get(file) ?? { id: file })
  const upload = (next: UploadedFile[]) => {
    for (const file of next) known.current.set(file.id, file)
    change({ [`files-${id}`]: next.map(file => String(file.id)) })
  }
  return (
    <li>
      <div className="rectification-head">
        <h3>
          不符合项 {place}　{clause}
        </h3>
        <Tag tone={tones[of.result]}>{of.resultName}</Tag>
      </div>
      <p>{description}</p>
      <Facts facts={[['整改期限', dueOn]]} />
      {of.result === 'refused' && of.remark && (
        <div className="remark">
          <p>
            <b>未通过的原因</b>
            {of.remark}
          </p>
        </div>
      )}
      {editable ? (
        <>
          <Field
            name={`correction-${id}`}
            label="整改情况"
            required
            hint="采取了什么措施，结果怎样，怎样防止再发生"
            error={errors[`correction-${id}`]}
          >
            {described => (
              <Input.TextArea
                {...described}
                autoSize={{ minRows: 3, maxRows: 12 }}
                maxLength={2000}
                value={correction}
                onChange={event => change({ [`correction-${id}`]: event.target.value })}
              />
            )}
          </Field>
          <Field name={`files-${id}`} label="整改证据" required error={errors[`files-${id}`]} group>
            {described => (
              <Upload
                {...described}
                use="material"
                max={10}
                label={`不符合项 ${place} 的整改证据`}
                value={files}
                onChange={upload}
              />
            )}
          </Field>
        </>
      ) : (
        <>
          <Facts facts={[['整改情况', correction]]} />
          {files.length > 0 && (
            <Upload use="material" label={`不符合项 ${place} 的整改证据`} value={files} onChange={upload} readOnly />
          )}
        </>
      )}
    </li>
  )
}
