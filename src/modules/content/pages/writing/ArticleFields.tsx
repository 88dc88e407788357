import { Button, Checkbox, Input, Select } from 'antd'
import { type ReactNode, useMemo, useRef } from 'react'
import { browserApi } from '#api/browser.ts'
import { minute } from '#lib/dates.ts'
import type { FieldErrors } from '#lib/form/form.ts'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { type Described, Field } from '#ui/form/Field.tsx'
import { RichText } from '#ui/richText/RichText.tsx'
import { type ArticleValues, CONTENT_LIMIT, labels, limits, proposeSummary } from '../../articleValues.ts'
import { marksOf, replaceFoundWord, type TextWords } from '../../words/pages/fieldWords.ts'
import { WordNotes } from '../../words/pages/WordNotes.tsx'
import type { FoundWord } from '../../words/words.ts'
import { type Name, wordsFor } from './values.ts'
import { WordDocument } from './WordDocument.tsx'

type Props = {
  values: ArticleValues
  onChange: (change: Partial<ArticleValues>) => void
  errors: FieldErrors
  columns: readonly { id: number; name: string; hidden: boolean }[]
  known: readonly UploadedFile[]
  /** Words of the association's lists in what was saved. */
  found: readonly FoundWord[]
  learn: (file: UploadedFile) => void
}
type Text = keyof typeof limits
type Moment = 'publishTime' | 'noticeEndTime'

const fetchPicture = async (url: string) => (await browserApi('POST /staff/picture/fetch', { url })).id

/** Form of an article: the text on the left, the other fields on the right. */
export function ArticleFields({ values, onChange, errors, columns, known, found, learn }: Props) {
  const words = useRef<TextWords>(null)
  const marks = useMemo(() => marksOf(found), [found])
  const notes = (name: Name) => (
    <WordNotes
      label={labels[name]}
      found={found.filter(({ field }) => field === name)}
      show={name === 'content' ? one => words.current?.findWord(one.found) : undefined}
      replace={one => {
        if (name === 'content') words.current?.replaceWord(one.found, one.instead)
        else onChange(replaceFoundWord(name, values, one))
      }}
    />
  )
  const field = (
    name: Name,
    children: (described: Described) => ReactNode,
    more: { required?: boolean; hint?: ReactNode; group?: boolean; after?: ReactNode } = {},
  ) => (
    <Field
      name={name}
      label={labels[name]}
      error={errors[name]}
      {...more}
      after={
        <>
          {more.after}
          {notes(name)}
        </>
      }
    >
      {children}
    </Field>
  )
  const line = (name: Text, more?: Parameters<typeof field>[2]) =>
    field(
      name,
      described => (
        <Input
          {...described}
          value={values[name]}
          count={{ show: name === 'title', max: limits[name] }}
          onChange={event => onChange({ [name]: event.target.value })}
        />
      ),
      more,
    )
  const paragraph = (name: Text, more?: Parameters<typeof field>[2]) =>
    field(
      name,
      described => (
        <Input.TextArea
          {...described}
          autoSize={{ minRows: 3, maxRows: 8 }}
          value={values[name]}
          count={{ show: true, max: limits[name] }}
          onChange={event => onChange({ [name]: event.target.value })}
        />
      ),
      more,
    )
  const moment = (name: Moment, hint: string) =>
    field(
      name,
      described => (
        <Input
          {...described}
          type="datetime-local"
          value={toLocal(values[name])}
          onChange={event => onChange({ [name]: fromLocal(event.target.value) })}
        />
      ),
      { hint },
    )
  const flag = (name: 'isTop' | 'isRed', says: string) => (
    <Checkbox checked={values[name]} onChange={event => onChange({ [name]: event.target.checked })}>
      {says}
    </Checkbox>
  )
  return (
    <div className="writing-columns">
      <div>
        {line('title', { required: true })}
        {line('subTitle')}
        {field(
          'content',
          described => (
            <RichText
              {...described}
              label="正文"
              value={values.content}
              limit={CONTENT_LIMIT}
              fetchPicture={fetchPicture}
              marks={marks}
              words={words}
              placeholder="在这里写，或从 Word、WPS、公众号粘贴；图片会一并收取"
              onChange={content => onChange({ content })}
            />
          ),
          {
            group: true,
            required: !values.externalUrl,
            after: <WordDocument insert={html => words.current?.insertHtml(html)} />,
          },
        )}
        {field(
          'files',
          described => (
            <Attachments
              described={described}
              known={known}
              learn={learn}
              files={values.files}
              onChange={files => onChange({ files })}
            />
          ),
          { group: true },
        )}
      </div>
      <div>
        {field(
          'catalogId',
          described => (
            <Select
              {...described}
              value={values.catalogId}
              showSearch={{ optionFilterProp: 'label' }}
              placeholder="请选择"
              onChange={catalogId => onChange({ catalogId })}
              options={columns.map(({ id, name, hidden }) => ({
                value: id,
                label: hidden ? `${name}（已隐藏）` : name,
              }))}
            />
          ),
          { required: true },
        )}
        {paragraph('summary', {
          hint: '显示在列表和搜索结果里',
          after: (
            <p className="writing-propose">
              <Button size="small" onClick={() => onChange({ summary: summaryOf(values) })}>
                从正文提取
              </Button>
            </p>
          ),
        })}
        {field(
          'coverId',
          described => (
            <Upload
              {...described}
              use="picture"
              label="封面"
              value={
                values.coverId === null ? [] : [known.find(({ id }) => id === values.coverId) ?? { id: values.coverId }]
              }
              onChange={([file]) => {
                if (file) learn(file)
                onChange({ coverId: file?.id ?? null })
              }}
            />
          ),
          {
            group: true,
            after: values.coverId !== null && (
              <FocusPicker
                fileId={values.coverId}
                x={values.coverX}
                y={values.coverY}
                onChange={(coverX, coverY) => onChange({ coverX, coverY })}
              />
            ),
          },
        )}
        {values.coverId !== null && line('coverCaption', { hint: '图上是什么；也读给看不见图的人' })}
        {line('source', { hint: '如“本会”，或转载自哪里' })}
        {line('author')}
        {line('docNo', { hint: '如 行协〔2026〕18号' })}
        <p className="writing-flags">
          {flag('isTop', '置顶')}
          {flag('isRed', '标题标红')}
        </p>
        {moment('publishTime', '不填则为发布的那一刻；可以填过去的时间')}
        {moment('noticeEndTime', '公示类文章填写，到时显示“公示已结束”')}
        {field('effectiveOn', described => (
          <Input
            {...described}
            type="date"
            value={values.effectiveOn ?? ''}
            onChange={event => onChange({ effectiveOn: event.target.value || null })}
          />
        ))}
        {line('keywords', { hint: '用逗号隔开，最多 10 个' })}
        {line('externalUrl', { hint: '填写后，正文下方显示“查看原文”' })}
        <details className="writing-more" open={Boolean(errors.seoTitle || errors.seoDescription) || undefined}>
          <summary>搜索引擎</summary>
          {line('seoTitle', { hint: '不填则用标题' })}
          {paragraph('seoDescription', { hint: '不填则用摘要' })}
        </details>
      </div>
    </div>
  )
}

type FocusProps = { fileId: number; x: number; y: number; onChange: (x: number, y: number) => void }

/** The point of a cover that stays in view where it is cut, chosen on the picture or by its two sliders; in percent. */
const FocusPicker = ({ fileId, x, y, onChange }: FocusProps) => (
  <div className="writing-focus">
    {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the sliders below do the same by key */}
    <div
      className="writing-focus-picture"
      onClick={event => {
        const box = event.currentTarget.getBoundingClientRect()
        const percent = (at: number, from: number, size: number) => Math.round(((at - from) / size) * 100)
        onChange(percent(event.clientX, box.left, box.width), percent(event.clientY, box.top, box.height))
      }}
    >
      <img src={`/api/file/${fileId}?w=320`} alt="" />
      <i style={{ left: `${x}%`, top: `${y}%` }} />
    </div>
    <p>图片被裁切时，标记处总会露出。点图选择，或：</p>
    <label>
      自左 {x}%
      <input type="range" min="0" max="100" value={x} onChange={event => onChange(Number(event.target.value), y)} />
    </label>
    <label>
      自上 {y}%
      <input type="range" min="0" max="100" value={y} onChange={event => onChange(x, Number(event.target.value))} />
    </label>
  </div>
)

const summaryOf = (values: ArticleValues) =>
  proposeSummary(
    wordsFor('content', values, new Map())
      .replace(/【(图片|视频) \d+】/g, '')
      .replace(/&nbsp;|\s+/g, ' ')
      .trim(),
  )

/** A moment as the browser's own field has it, by the clock of Shanghai. */
export const toLocal = (value: string | null) => (value ? minute(value).replace(' ', 'T') : '')
export const fromLocal = (typed: string) => (typed ? `${typed.slice(0, 16)}:00+08:00` : null)

type File = { id: number; name: string }
type AttachmentsProps = {
  described: Described
  files: readonly File[]
  known: readonly UploadedFile[]
  onChange: (files: File[]) => void
  learn: (file: UploadedFile) => void
}

/** Papers that go with the text: uploaded, put in order there, and named as readers shall see them. */
function Attachments({ described, files, known, onChange, learn }: AttachmentsProps) {
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
        <ol className="attachments" role="list" aria-label="附件的名称">
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
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
