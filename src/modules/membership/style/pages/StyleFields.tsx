import { Button, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { useFile } from '#api/useFile.ts'
import type { ApplicationFilling } from '#modules/review/pages/useApplicationForm.ts'
import { Upload } from '#ui/file/Upload.tsx'
import { type Described, Field } from '#ui/form/Field.tsx'
import { Remark, type ReviewRemark } from '#ui/form/Remarks.tsx'
import { RichText } from '#ui/richText/RichText.tsx'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import { CONTENT_LIMIT, styleFields, styleSlots } from '../styleForm.ts'

type Props = {
  filling: ApplicationFilling
  openFields: readonly string[]
  remarks: readonly (ReviewRemark & { field?: string; slot?: string })[]
}
type FieldName = 'title' | 'content' | 'honors'
type SlotName = 'cover' | 'images' | 'video'

export const labelOf = (name: string) =>
  styleFields.find(field => field.name === name)?.label ?? styleSlots.find(({ code }) => code === name)?.name ?? ''

/** 会员风采, part by part; what a return did not name stays as it is. */
export function StyleFields({ filling, openFields, remarks }: Props) {
  const { draft, files, errors, answers, answer, changeFiles } = filling
  const textOf = (name: FieldName) => String(draft.values[name] ?? '')
  const write = (name: FieldName, text: string) => draft.change({ ...draft.get().values, [name]: text })
  const part = (
    name: FieldName | SlotName,
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
        onAnswer={isOpen ? text => answer(name, text) : undefined}
      />
    )
    return (
      <Field name={name} label={labelOf(name)} error={errors[name]} before={asked} {...more}>
        {described => children(described, isOpen)}
      </Field>
    )
  }
  const one = (name: 'cover' | 'video', described: Described, isOpen: boolean) => (
    <Upload
      {...described}
      use={name === 'video' ? 'video' : 'picture'}
      label={labelOf(name)}
      value={files[name] ?? []}
      readOnly={!isOpen}
      onChange={changed => changeFiles(name, changed)}
    />
  )
  const images = files.images ?? []
  return (
    <>
      {part('title', { required: true }, (described, isOpen) => (
        <Input
          {...described}
          value={textOf('title')}
          disabled={!isOpen}
          count={{ show: true, max: 60 }}
          onChange={event => write('title', event.target.value)}
        />
      ))}
      {part('cover', { group: true, hint: '横图最好，宽度不小于 1200 像素' }, (...of) => one('cover', ...of))}
      {part('content', { required: true, group: true }, (described, isOpen) => (
        <RichText
          {...described}
          label="正文"
          value={textOf('content')}
          limit={CONTENT_LIMIT}
          readOnly={!isOpen}
          placeholder="介绍贵单位的业务、业绩和人员，可以插入图片和视频"
          onChange={content => write('content', content)}
        />
      ))}
      {part('images', { group: true, hint: '排在正文之后，最多 9 张' }, (described, isOpen) => (
        <>
          <Upload
            {...described}
            use="picture"
            max={9}
            label="图片"
            value={images}
            readOnly={!isOpen}
            onChange={changed => changeFiles('images', changed)}
          />
          {isOpen && (
            <PictureOrder
              ids={images.map(({ id }) => id)}
              onChange={ids =>
                changeFiles(
                  'images',
                  ids.flatMap(id => images.find(one => one.id === id) ?? []),
                )
              }
            />
          )}
        </>
      ))}
      {part('video', { group: true }, (...of) => one('video', ...of))}
      {part('honors', { hint: '每行一项' }, (described, isOpen) => (
        <Input.TextArea
          {...described}
          autoSize={{ minRows: 3, maxRows: 12 }}
          value={textOf('honors')}
          disabled={!isOpen}
          count={{ show: true, max: 500 }}
          onChange={event => write('honors', event.target.value)}
        />
      ))}
    </>
  )
}

type PictureOrderProps = { ids: readonly number[]; onChange: (ids: number[]) => void }

/** Order of the pictures, changed with buttons. */
function PictureOrder({ ids, onChange }: PictureOrderProps) {
  const [said, say] = useState('')
  const swap = (at: number, to: number) => {
    onChange(ids.map((id, i) => (i === at ? ids[to]! : i === to ? ids[at]! : id)))
    say(`已移到第 ${to + 1} 张，共 ${ids.length} 张`)
  }
  if (ids.length < 2) return null
  return (
    <>
      <ol className="picture-order" role="list" aria-label="图片的先后">
        {ids.map((id, at) => (
          <li key={id}>
            <Thumbnail id={id} name={`第 ${at + 1} 张`} />
            <span>
              <Button
                size="small"
                disabled={at === 0}
                aria-label={`第 ${at + 1} 张前移`}
                onClick={() => swap(at, at - 1)}
              >
                前移
              </Button>
              <Button
                size="small"
                disabled={at === ids.length - 1}
                aria-label={`第 ${at + 1} 张后移`}
                onClick={() => swap(at, at + 1)}
              >
                后移
              </Button>
            </span>
          </li>
        ))}
      </ol>
      <StatusMessage>{said}</StatusMessage>
    </>
  )
}

function Thumbnail({ id, name }: { id: number; name: string }) {
  const { url, error } = useFile(id)
  return url ? <img src={url} alt={name} /> : <span className="picture-wait">{error ?? '…'}</span>
}
