import { Alert } from 'antd'
import type { FieldErrors } from '#lib/form/form.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Remark, type ReviewRemark } from '#ui/form/Remarks.tsx'
import type { KeptMaterials, Material } from './useMaterials.ts'

type Props = {
  materials: readonly Material[]
  kept: Pick<KeptMaterials, 'files' | 'matches' | 'answers' | 'answer'> & {
    change: (code: string, files: UploadedFile[]) => void
  }
  errors: FieldErrors
  remarks: readonly (ReviewRemark & { slot?: string })[]
}

/** Upload per material, with the reviewer's remark and the result of reading its QR code. */
export const MaterialFields = ({ materials, kept, errors, remarks }: Props) =>
  materials.map(({ code, name, required, hint, max, editable }) => {
    const remark = remarks.find(({ slot }) => slot === code)
    const warning = warnings[kept.matches[code] ?? 'current']
    return (
      <Field
        key={code}
        name={code}
        label={name}
        required={required}
        hint={hint}
        error={errors[code]}
        group
        before={
          remark && (
            <Remark
              name={code}
              remark={remark}
              answer={kept.answers[code] ?? remark.answer ?? ''}
              onAnswer={editable ? text => kept.answer(code, text) : undefined}
            />
          )
        }
      >
        {described => (
          <>
            <Upload
              {...described}
              use="material"
              max={max}
              value={kept.files[code] ?? []}
              onChange={files => kept.change(code, files)}
              readOnly={!editable}
              label={name}
            />
            {kept.matches[code] === 'unread' && <Alert type="info" showIcon title="正在识别二维码…" />}
            {warning && <Alert type="warning" showIcon title={warning} />}
          </>
        )}
      </Field>
    )
  })

/** Warnings about the QR code of a scan. They do not block submission. */
const warnings: Partial<Record<NonNullable<Material['match']>, string>> = {
  outdated: '扫描件是修改前打印的版本，请重新下载、打印、盖章后上传',
  other: '扫描件上的二维码属于另一份申请，请核对',
  none: '未识别到申请表右上角的二维码，请确认扫描完整、清晰；仍可提交，由工作人员核对',
}
