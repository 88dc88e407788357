import { Button } from 'antd'
import { useDeferredValue, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { LookOver } from '#modules/review/applying/pages/LookOver.tsx'
import { Empty } from '#ui/Empty.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { SaveState } from '#ui/form/SaveState.tsx'
import { useDraft } from '#ui/form/useDraft.ts'
import { States } from '#ui/States.tsx'
import { labelOf, StyleFields } from './StyleFields.tsx'
import { StylePreview, type Written } from './StylePreview.tsx'
import '#ui/form/form.css'
import './myStyle.css'

type Shown = Output<ApiContract['GET /member/style']>
type Sent = Input<ApiContract['POST /member/styleSubmit']>

/** 会员风采: written, looked at as the public will see it, handed in. */
export default function MyStyle() {
  const answer = useApi('GET /member/style', {})
  if (answer.error?.code === 403)
    return (
      <Empty title={answer.error.message}>
        <Link className="button primary" to="/admin/user/membership">
          去看会员与入会
        </Link>
      </Empty>
    )
  return (
    <States answer={answer}>
      {style => (
        <>
          <State style={style} />
          {style.canEdit ? <Filling key={style.id ?? 'new'} style={style} /> : <HandedIn style={style} />}
        </>
      )}
    </States>
  )
}

function State({ style: { id, status, statusName, publishedAt, pageUrl, auditReason } }: { style: Shown }) {
  const whole = auditReason.filter(({ field, slot }) => !field && !slot)
  return (
    <section className="centre-card style-state">
      <p>
        {publishedAt ? `已于 ${publishedAt.slice(0, 10)} 发布` : '尚未发布'}
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

const valuesOf = ({ title, content, honors, cover, images, video }: Shown): FormValues => ({
  title,
  content,
  honors,
  cover: cover?.id ?? null,
  video: video?.id ?? null,
  images: images.map(({ id }) => String(id)),
})

const writtenIn = ({ images, ...of }: FormValues): Written => ({
  title: String(of.title ?? ''),
  content: String(of.content ?? ''),
  honors: String(of.honors ?? ''),
  cover: of.cover as number | null,
  video: of.video as number | null,
  images: ((images ?? []) as string[]).map(Number),
})

const toSend = (values: FormValues, version: number | undefined, answers: Record<string, string>) => {
  const { cover, images, video, ...words } = writtenIn(values)
  return { ...words, coverId: cover, imageIds: [...images], videoId: video, version, answers }
}

function Filling({ style }: { style: Shown }) {
  const navigate = useNavigate()
  const [answers, setAnswers] = useState<Record<string, string>>({})
  const [checking, setChecking] = useState(false)
  const send = (values: FormValues, version: number | undefined, action: Sent['action']): Sent => ({
    ...toSend(values, version, answers),
    action,
  })
  const draft = useDraft({
    id: 'style',
    values: valuesOf(style),
    version: style.version ?? undefined,
    save: (values, version) => browserApi('POST /member/styleSubmit', send(values, version, 'save')),
  })
  const handing = useSubmit('POST /member/styleSubmit')
  const handIn = async () => {
    await draft.flush()
    const { values, version } = draft.get()
    const done = await handing.submit(send(values, version, 'submit'))
    if (!done) return setChecking(false)
    draft.finish(done.version)
    navigate(`/admin/user/doing/${done.id}`)
  }
  const newer = async () => {
    const now = await browserApi('GET /member/style', {})
    return { values: valuesOf(now), version: now.version ?? undefined }
  }
  const written = writtenIn(draft.values)
  const previewed = useDeferredValue(written)
  if (checking)
    return (
      <LookOver
        confirm="确认提交审核"
        busy={handing.busy}
        onBack={() => setChecking(false)}
        onConfirm={() => void handIn()}
      >
        <StylePreview {...written} />
      </LookOver>
    )
  return (
    <>
      <section className="centre-card">
        <h2>编辑</h2>
        <form
          className="form"
          noValidate
          onSubmit={event => {
            event.preventDefault()
            setChecking(true)
          }}
        >
          <ErrorSummary errors={handing.fields} labelOf={labelOf} message={handing.error?.message} />
          <StyleFields
            written={written}
            answers={answers}
            errors={handing.fields}
            openFields={style.openFields}
            remarks={style.auditReason}
            known={[style.cover, ...style.images, style.video].filter(file => file !== null)}
            onChange={change => draft.change({ ...draft.get().values, ...stored(change) })}
            onAnswer={(name, text) => setAnswers({ ...answers, [name]: text })}
          />
          {handing.error && Object.keys(handing.fields).length === 0 && (
            <p role="alert" className="field-error">
              {handing.error.message}
            </p>
          )}
          <div className="form-actions">
            <SaveState draft={draft} newer={newer} />
            <Button size="large" type="primary" htmlType="submit">
              下一步：核对并提交
            </Button>
          </div>
        </form>
      </section>
      <section className="centre-card" aria-label="预览">
        <h2>预览：公开页面上的样子</h2>
        <StylePreview {...previewed} />
      </section>
    </>
  )
}

const stored = ({ images, ...change }: Partial<Written>): FormValues => ({
  ...change,
  ...(images && { images: images.map(String) }),
})

const HandedIn = ({ style }: { style: Shown }) => (
  <section className="centre-card" aria-label="提交的内容">
    <StylePreview {...writtenIn(valuesOf(style))} />
  </section>
)
