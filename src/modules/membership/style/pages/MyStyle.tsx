import './myStyle.css'
import '#modules/membership/register/pages/member.css'
import { useDeferredValue, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { fetchFile } from '#api/file.ts'
import { releaseLater } from '#api/objectUrl.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { isRefusal } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { Style } from '#modules/membership/register/pages/MemberParts.tsx'
import { ApplicationForm } from '#modules/review/pages/ApplicationForm.tsx'
import { readEarlier, type WithEarlier } from '#modules/review/pages/CopyEarlier.tsx'
import type { ApplicationFilling } from '#modules/review/pages/useApplicationForm.ts'
import { Empty } from '#ui/Empty.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { styleFields, styleSlots } from '../styleForm.ts'
import type { Route } from './+types/MyStyle'
import { labelOf, StyleFields } from './StyleFields.tsx'

export { myStyle as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  try {
    const style = await api('GET /member/style', {})
    return { style: { ...style, earlier: await readEarlier(api, style.id) } }
  } catch (error) {
    if (isRefusal(error) && error.code === 403) return { refusal: error.message }
    throw error
  }
})

type Shown = Output<ApiContract['GET /member/style']> & WithEarlier
type Files = ApplicationFilling['files']

/** 会员风采: written, looked at as the public will see it, handed in. */
export default function MyStyle({ loaderData: { style, refusal } }: Route.ComponentProps) {
  if (!style)
    return (
      <Empty title={refusal}>
        <Link className="button primary" to="/admin/user/membership">
          去看会员与入会
        </Link>
      </Empty>
    )
  return (
    <>
      <State style={style} />
      {style.canEdit ? <Filling key={style.id ?? 'new'} style={style} /> : <HandedIn style={style} />}
    </>
  )
}

function State({ style: { id, status, statusName, publishedAt, pageUrl, auditReason } }: { style: Shown }) {
  const whole = auditReason.filter(({ field, slot }) => !field && !slot)
  return (
    <section className="centre-card style-state">
      <p>
        {publishedAt ? keepTogether(`已于 ${longDay(publishedAt)} 发布`) : '尚未发布'}
        {pageUrl && publishedAt && <Link to={pageUrl}>查看公开页面</Link>}
      </p>
      {id !== null && status !== 'draft' && (
        <p>
          本次修改：<b>{statusName}</b>
          <Link to={`/admin/user/doing/${id}`}>查看进度</Link>
          {publishedAt && '审核通过前，公开页面保持不变。'}
        </p>
      )}
      {id === null && status === 'rejected' && <p>上一次修改未获通过。可以修改后重新提交。</p>}
      {whole.map(({ text }) => (
        <p key={text} className="style-remark">
          <b>审核意见：</b>
          {text}
        </p>
      ))}
    </section>
  )
}

/** Converts the page to the shape of an application form; pictures and films become its files. */
function formOf({
  id,
  version,
  title,
  content,
  honors,
  cover,
  images,
  video,
  openFields,
  auditReason,
  earlier,
}: Shown) {
  const files = { cover: cover ? [cover] : [], images, video: video ? [video] : [] }
  return {
    id,
    kind: 'style',
    version,
    fields: styleFields,
    openFields,
    form: { title, content, honors },
    materials: styleSlots.map(({ code, name, max }) => ({
      code,
      name,
      max,
      required: false,
      hint: '',
      files: files[code],
      editable: openFields.includes(code),
      match: null,
    })),
    auditReason,
    earlier,
  }
}

const previewOf = ({ draft, files }: ApplicationFilling) => writtenIn(draft.values, files)

const writtenIn = ({ title, content, honors }: FormValues, files: Files): Written => ({
  title: String(title ?? ''),
  content: String(content ?? ''),
  honors: String(honors ?? ''),
  cover: files.cover?.[0]?.id ?? null,
  video: files.video?.[0]?.id ?? null,
  images: (files.images ?? []).map(({ id }) => id),
})

function Filling({ style }: { style: Shown }) {
  return (
    <ApplicationForm
      of={formOf(style)}
      draftName="style"
      confirm="确认提交审核"
      summary={filling => <StylePreview {...previewOf(filling)} />}
      body={filling => (
        <>
          <h2>编辑</h2>
          <ErrorSummary errors={filling.errors} labelOf={labelOf} message={filling.error?.message} />
          <StyleFields filling={filling} openFields={style.openFields} remarks={style.auditReason} />
        </>
      )}
      below={filling => <Preview written={previewOf(filling)} />}
    />
  )
}

/** Follows what is typed when there is time for it. */
function Preview({ written }: { written: Written }) {
  const previewed = useDeferredValue(written)
  return (
    <section className="centre-card" aria-label="预览">
      <h2>预览：公开页面上的样子</h2>
      <StylePreview {...previewed} />
    </section>
  )
}

function HandedIn({ style }: { style: Shown }) {
  const { form, materials } = formOf(style)
  return (
    <section className="centre-card" aria-label="提交的内容">
      <StylePreview {...writtenIn(form, Object.fromEntries(materials.map(({ code, files }) => [code, files])))} />
    </section>
  )
}

/** Files by their ids, as far as there are any. */
type Written = {
  title: string
  content: string
  honors: string
  cover: number | null
  images: readonly number[]
  video: number | null
}

/** Preview of the public page; its files are still private and are fetched with the token. */
function StylePreview({ title, content, honors, cover, images, video }: Written) {
  const inText = [...content.matchAll(IN_TEXT)].map(([, id]) => Number(id))
  const urls = useFileUrls([...images, ...inText, ...[cover, video].filter(id => id !== null)])
  return (
    <div className="style-preview">
      <Style
        style={{
          title: title || '（未填标题）',
          honours: honors,
          content: content.replace(IN_TEXT, (_, id) => (urls[id] ? `src="${urls[id]}"` : `data-file="${id}"`)),
          cover: (cover && urls[cover]) || null,
          video: (video && urls[video]) || null,
          images: images.flatMap(id => urls[id] ?? []),
        }}
      />
    </div>
  )
}

const IN_TEXT = /src="\/api\/file\/(\d+)"/g

/** Fetches each file once, also when it moves in the list. */
function useFileUrls(ids: readonly number[]): Record<number, string> {
  const [urls, setUrls] = useState<Record<number, string>>({})
  const [asked] = useState(() => new Map<number, Promise<string | undefined>>())
  const wanted = ids.join()
  useEffect(() => {
    for (const id of wanted
      .split(',')
      .map(Number)
      .filter(id => id && !asked.has(id))) {
      const one = fetchFile('GET /file/{id}', { id }).then(
        ({ blob }) => URL.createObjectURL(blob),
        () => undefined,
      )
      asked.set(id, one)
      void one.then(url => url && setUrls(known => ({ ...known, [id]: url })))
    }
  }, [wanted, asked])
  useEffect(
    () => () => {
      for (const one of asked.values()) void one.then(url => url && releaseLater(url))
      asked.clear()
    },
    [asked],
  )
  return urls
}
