import { useState } from 'react'
import { type FieldErrors, type FormField, type FormValues, rowsIn } from '#lib/form/form.ts'
import { ATTACHMENTS, MAX_ATTACHMENTS, MAX_SYLLABUS_LENGTH, SYLLABUS } from '#modules/training/courses/courseForm.ts'
import type { File } from '#modules/training/courses/pages/courseViews.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { RichText } from '#ui/richText/RichText.tsx'

/** Fields drawn as form lines; the text and the attachments have inputs of their own. */
export const isFormLine = ({ name }: FormField) => name !== SYLLABUS && name !== ATTACHMENTS

type Props = {
  /** What the text is called for events of its kind. */
  label: string
  typed: FormValues
  change: (values: FormValues) => void
  errors: FieldErrors
  files: readonly File[]
}

/** The text of a course and its papers. */
export function CourseContent({ label, typed, change, errors, files }: Props) {
  const [known, setKnown] = useState<readonly UploadedFile[]>(files)
  const ids = rowsIn(typed, ATTACHMENTS).map(({ file }) => Number(file))
  return (
    <>
      <Field name={SYLLABUS} label={label} hint="日程、内容、考核办法等；公布前须填写" error={errors[SYLLABUS]} group>
        {described => (
          <RichText
            {...described}
            label={label}
            value={String(typed[SYLLABUS] ?? '')}
            limit={MAX_SYLLABUS_LENGTH}
            onChange={syllabus => change({ ...typed, [SYLLABUS]: syllabus })}
          />
        )}
      </Field>
      <Field name={ATTACHMENTS} label="附件" hint="公布后人人可以下载" error={errors[ATTACHMENTS]} group>
        {described => (
          <Upload
            {...described}
            use="document"
            label="附件"
            max={MAX_ATTACHMENTS}
            value={ids.map(id => known.find(file => file.id === id) ?? { id })}
            onChange={uploaded => {
              setKnown(uploaded)
              change({ ...typed, [ATTACHMENTS]: uploaded.map(({ id }) => ({ file: id })) })
            }}
          />
        )}
      </Field>
    </>
  )
}
