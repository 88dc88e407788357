import { Input } from 'antd'
import type { ReactNode } from 'react'
import type { FieldErrors } from '#lib/form/form.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { type Described, Field } from '#ui/form/Field.tsx'
import { type Asked, Remark } from '#ui/form/Remarks.tsx'
import { RichText } from '#ui/richText/RichText.tsx'
import { CONTENT_LIMIT, styleFields, styleSlots } from '../styleForm.ts'
import { PictureOrder } from './PictureOrder.tsx'
import type { Written } from './StylePreview.tsx'

type Props = {
  written: Written
  onChange: (change: Partial<Written>) => void
  /** What was known of the files when the page came. */
  known: readonly UploadedFile[]
  errors: FieldErrors
  openFields: readonly string[]
  remarks: readonly (Asked & { field?: string; slot?: string })[]
  answers: Record<string, string>
  onAnswer: (name: string, text: string) => void
}

export const labelOf = (name: string) =>
  styleFields.find(field => field.name === name)?.label ?? styleSlots.find(({ code }) => code === name)?.name ?? ''

/** 会员风采, part by part; what a return did not name stays as it is. */
export function StyleFields({ written, onChange, known, errors, openFields, remarks, answers, onAnswer }: Props) {
  const part = (
    name: keyof Written,
    more: { required?: boolean; hint?: string; group?: boolean },
    children: (described: Described, isOpen: boolean) => ReactNode,
  ) => {
    const remark = remarks.find(({ field, slot }) => field === name || slot === name)
    const isOpen = openFields.includes(name)
    const asked = remark && (
      <Remark
        name={name}
        remark={remark}
        answer={answers[name] ?? remark.answer ?? ''}
        onAnswer={isOpen ? text => onAnswer(name, text) : undefined}
      />
    )
    return (
      <Field name={name} label={labelOf(name)} error={errors[name]} before={asked} {...more}>
        {described => children(described, isOpen)}
      </Field>
    )
  }
  const filesOf = (ids: readonly (number | null)[]) =>
    ids.flatMap(id => (id === null ? [] : (known.find(file => file.id === id) ?? { id })))
  const one = (name: 'cover' | 'video', described: Described, isOpen: boolean) => (
    <Upload
      {...described}
      use={name === 'video' ? 'video' : 'picture'}
      label={labelOf(name)}
      value={filesOf([written[name]])}
      readOnly={!isOpen}
      onChange={([file]) => onChange({ [name]: file?.id ?? null })}
    />
  )
  return (
    <>
      {part('title', { required: true }, (described, isOpen) => (
        <Input
          {...described}
          value={written.title}
          disabled={!isOpen}
          count={{ show: true, max: 60 }}
          onChange={event => onChange({ title: event.target.value })}
        />
      ))}
      {part('cover', { group: true, hint: '横图最好，宽度不小于 1200 像素' }, (...of) => one('cover', ...of))}
      {part('content', { required: true, group: true }, (described, isOpen) => (
        <RichText
          {...described}
          label="正文"
          value={written.content}
          limit={CONTENT_LIMIT}
          readOnly={!isOpen}
          placeholder="介绍贵单位的业务、业绩和人员，可以插入图片和视频"
          onChange={content => onChange({ content })}
        />
      ))}
      {part('images', { group: true, hint: '排在正文之后，最多 9 张' }, (described, isOpen) => (
        <>
          <Upload
            {...described}
            use="picture"
            max={9}
            label="图片"
            value={filesOf(written.images)}
            readOnly={!isOpen}
            onChange={files => onChange({ images: files.map(({ id }) => id) })}
          />
          {isOpen && <PictureOrder ids={written.images} onChange={images => onChange({ images })} />}
        </>
      ))}
      {part('video', { group: true }, (...of) => one('video', ...of))}
      {part('honors', { hint: '每行一项' }, (described, isOpen) => (
        <Input.TextArea
          {...described}
          autoSize={{ minRows: 3, maxRows: 12 }}
          value={written.honors}
          disabled={!isOpen}
          count={{ show: true, max: 500 }}
          onChange={event => onChange({ honors: event.target.value })}
        />
      ))}
    </>
  )
}
