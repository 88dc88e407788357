import './notice.css'
import { useEffect, useRef, useState } from 'react'
import { browserApi, readEnvelope, unwrap } from '#api/browser.ts'
import { type Address, type Api, inBrowser, onServer, pathId } from '#api/load.ts'
import { toRefusal } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import { longDay } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FormField } from '#lib/form/form.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { phoneField } from '#modules/accounts/pages/phoneField.ts'
import { MAX_OBJECTION_FILES, type NoticeState, REASON_LENGTH } from '#modules/review/objection.ts'
import { Day } from '#ui/Day.tsx'
import { Field } from '#ui/form/Field.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { filesIn, papers } from '#ui/form/papers.ts'
import { readTabStorage, writeTabStorage } from '#ui/form/tabStorage.ts'
import { PageHead } from '#ui/PageHead.tsx'
import { Link, useRevalidator } from '#ui/router/router.tsx'
import { StateTag, Tag, type Tone } from '#ui/Tag.tsx'
import { RowsTable } from '#ui/table/RowsTable.tsx'
import type { Route } from './+types/Notice'

const load = async (api: Api, { params }: Address) => ({
  notice: await api('GET /app/publicity/notice/info', { id: pathId(params.id) }),
})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

const CRUMBS = [{ name: '公示中的事项', route: '/admin/publicity/notice' }]

export const meta = (args: Route.MetaArgs) => {
  const notice = args.loaderData?.notice
  if (!notice) return []
  return head(args, {
    name: `公示：${notice.title}`,
    description: `${notice.detail}。公示期${longDay(notice.fromDay)}至${longDay(notice.toDay)}。`,
    breadcrumb: [{ name: '首页', route: '/admin/home' }, ...CRUMBS, { name: notice.title, route: null }],
    tags: { ColumnName: '公示中的事项', ColumnType: '公示' },
    // Keep ended notices out of search engines: they stay for those who have the link, not to be found by name.
    hidden: notice.state === 'ended',
  })
}

type Shown = Route.ComponentProps['loaderData']['notice']
const tones: Record<NoticeState, Tone> = { open: 'good', held: 'warn', due: 'plain', ended: 'plain' }

export default function Notice({ loaderData: { notice } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const isOpen = notice.state === 'open' || notice.state === 'held'
  return (
    <div className="wrap notice">
      <PageHead crumbs={[...CRUMBS, { name: notice.title, route: null }]} title={notice.title}>
        {notice.kindName}：{notice.detail}
      </PageHead>
      <section aria-labelledby="notice-time">
        <h2 id="notice-time">公示期</h2>
        <p className="notice-time">
          <StateTag of={notice} tones={tones} />
          <b>
            <Day of={notice.fromDay} />至<Day of={notice.toDay} />
          </b>
          <span>{countdown(notice)}</span>
        </p>
        {notice.provinceName && <p>地区：{notice.provinceName}</p>}
        {notice.prolongReason && <p>公示期已延长：{notice.prolongReason}</p>}
      </section>
      {notice.table && (
        <section aria-labelledby="notice-table">
          <h2 id="notice-table">公示名单（{notice.table.rows.length} 人）</h2>
          <RowsTable caption="公示名单" {...notice.table} />
        </section>
      )}
      <Results of={notice} />
      <section aria-labelledby="object">
        <h2 id="object" tabIndex={-1}>
          提出异议
        </h2>
        {isOpen ? <ObjectionForm noticeId={notice.id} done={revalidate} /> : <p>公示已经结束，不再受理异议。</p>}
        <p>
          已经提出异议的，可以<Link to="/admin/publicity/objection">查询办理进度</Link>。
        </p>
      </section>
    </div>
  )
}

function countdown({ state, daysLeft }: Shown): string {
  if (state === 'held') return '收到异议，正在核查，公示暂停计时；核查结束后余下的天数接着计算'
  if (state === 'open') return daysLeft === 0 ? '今天截止' : `还有 ${daysLeft} 天`
  return ''
}

const Results = ({ of: { results, pending } }: { of: Shown }) => (
  <section aria-labelledby="notice-results">
    <h2 id="notice-results">异议和核查结果</h2>
    {pending > 0 && <p>有 {pending} 件异议正在核查，结果将在这里公布。</p>}
    {results.length === 0 && pending === 0 && <p>没有收到异议。</p>}
    <ul className="notice-results" role="list">
      {results.map(({ status, statusName, receivedOn, decidedOn, result }, i) => (
        <li key={`${receivedOn} ${i}`}>
          <p>
            <Tag tone={status === 'upheld' ? 'bad' : 'good'}>{statusName}</Tag>
            <Day of={receivedOn} />
            收到，
            <Day of={decidedOn} />
            办结
          </p>
          <p>{result}</p>
        </li>
      ))}
    </ul>
  </section>
)

type Props = { noticeId: number; done: () => void }

/** Form for an objection: identity, phone verification and reason; evidence can be uploaded afterwards. */
function ObjectionForm({ noticeId, done }: Props) {
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  // Read the browser's storage only after hydration, since the server has none.
  useEffect(() => setReceipt(readReceipt(noticeId)), [noticeId])
  const form = useLightForm(async ({ name = '', phone = '', code = '', idNumber = '', reason = '' }) => {
    const given = { noticeId, name, phone, code, idNumber, reason }
    const kept = await browserApi('POST /app/publicity/notice/objection', given)
    keepReceipt(noticeId, kept)
    setReceipt(kept)
    done()
  })
  if (receipt) return <ObjectionEvidence receipt={receipt} />
  return (
    <LightForm of={form} label="提出异议" action="提交异议" busy="正在提交…">
      <p>异议须实名提出，协会为您保密，只公布核查结果。提交后公示暂停计时，直到核查结束。</p>
      <LightLines fields={who} errors={form.errors} />
      <Field name="reason" label="事实和理由" hint={REASON_HINT} error={form.errors.reason} required marks="optional">
        {described => (
          <textarea {...described} name="reason" className="light-control" rows={8} maxLength={REASON_LENGTH.max * 2} />
        )}
      </Field>
      <LightLines fields={[phone]} errors={form.errors} />
      <CodeField scene="objection" of={form} />
    </LightForm>
  )
}

const who: FormField[] = [
  { name: 'name', label: '您的姓名', section: '', kind: 'personName', required: true, autocomplete: 'name' },
  { name: 'idNumber', label: '身份证号码', section: '', kind: 'residentId' },
]
const REASON_HINT = `写明时间、地点、经过和依据，${REASON_LENGTH.min} 到 ${REASON_LENGTH.max} 个字；证明材料可在提交后上传`
const phone = phoneField('用于核实情况和告知结果')

/** The receipt of an objection, and the papers that go with it: each is there as soon as it has gone up. */
function ObjectionEvidence({ receipt: { number, ticket } }: { receipt: Receipt }) {
  const [sent, setSent] = useState<string[]>([])
  const [sending, setSending] = useState('')
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current!.focus(), [])
  const form = useLightForm(async () => {
    const files = filesIn(form.data(), 'evidence')
    if (files.length === 0) throw wrong('请选择文件')
    try {
      for (const file of files) {
        setSending(`正在上传 ${file.name}…`)
        await sendEvidence(ticket, file)
        setSent(names => [...names, file.name])
      }
      form.element.current!.reset()
    } catch (error) {
      throw wrong(toRefusal(error).message)
    } finally {
      setSending('')
    }
  })
  return (
    <>
      <p ref={message} className="notice-receipt" role="status" tabIndex={-1}>
        异议已提交，受理编号 <b>{number}</b>。公示已暂停计时，核查结果会以短信告知您，并在本页公布。
      </p>
      <LightForm of={form} label="上传证明材料" action="上传材料" busy="正在上传…">
        <LightInput
          name="evidence"
          label="证明材料"
          hint={`${papers.told}，最多 ${MAX_OBJECTION_FILES} 个；在本页关闭前可以补充`}
          error={form.errors.evidence}
          type="file"
          accept={papers.accept}
          multiple
        />
        <p className="light-status" role="status">
          {sending || (sent.length > 0 && `已上传：${sent.join('、')}`)}
        </p>
      </LightForm>
    </>
  )
}

const wrong = (message: string) => invalid(message, { evidence: message })

type Receipt = { number: string; ticket: string }

/** Kept as long as the tab is open: papers may follow. */
const keepReceipt = (noticeId: number, receipt: Receipt) => writeTabStorage(`objection-${noticeId}`, receipt)
const readReceipt = (noticeId: number) => readTabStorage<Receipt>(`objection-${noticeId}`)

/** Sends the ticket instead of the member's token, which `browserApi` would send. */
async function sendEvidence(ticket: string, file: File): Promise<void> {
  const body = new FormData()
  body.append('file', file)
  const path = '/app/publicity/notice/objection/file'
  const response = await fetch(`/api${path}`, { method: 'POST', headers: { ticket }, body })
  unwrap(`POST ${path}`, response.status, await readEnvelope(response))
}
