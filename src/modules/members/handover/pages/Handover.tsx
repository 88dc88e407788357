import './handover.css'
import { useCallback, useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { toRefusal } from '#api/useApi.ts'
import { head } from '#layouts/head.ts'
import type { Output } from '#lib/contract.ts'
import { invalid, isRefusal } from '#lib/error.ts'
import type { FormField } from '#lib/form/form.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { Entrance } from '#modules/accounts/pages/Entrance.tsx'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { LightLines } from '#ui/form/light/LightLines.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'
import { Problem } from '#ui/form/Problem.tsx'
import { filesIn, papers } from '#ui/form/papers.ts'
import { Link, useSearchParams } from '#ui/router/router.tsx'
import type { Route } from './+types/Handover'
import { keepTicket, useTicket, withTicket } from './handoverTicket.ts'

export const meta = (args: Route.MetaArgs) => head(args, { name: '联系人变更', hidden: true })

/** The contact has left and the phone is dead: how an organisation gets its account back without one. */
export default function Handover() {
  const ticket = useTicket()
  const [query] = useSearchParams()
  if (query.get('step') === 'confirm')
    return (
      <Entrance
        title="确认联系人变更"
        lead="协会向贵单位登记的另一位联系人发送了办理编号和确认码。请先向本单位核实，再确认。"
      >
        <HandoverConfirm />
      </Entrance>
    )
  return (
    <Entrance
      title="联系人变更"
      lead={
        <>
          原联系人离职、手机号停用，无法登录时在这里办理。手机号仍在使用的，请
          <Link to="/admin/login/forgot">找回密码</Link>。
        </>
      }
      aside={<Steps />}
    >
      {ticket === null ? <HandoverBegin /> : <HandoverProgress ticket={ticket} />}
      <p className="handover-other">
        收到了短信确认码？
        <Link className="as-link" to="/admin/login/handover?step=confirm">
          在这里确认
        </Link>
      </p>
    </Entrance>
  )
}

const Steps = () => (
  <aside className="entry-steps" aria-labelledby="handover-steps">
    <h2 id="handover-steps">怎样办理</h2>
    <ol>
      <li>
        <b>填写单位和新联系人</b>，用新联系人的手机号收验证码。
      </li>
      <li>
        <b>上传变更函</b>
        ：写明单位名称、统一社会信用代码、原联系人与新联系人的姓名、职务和手机号，加盖单位公章后扫描或拍照。
      </li>
      <li>
        <b>协会核对</b>，属实则先冻结原账号，并短信告知贵单位登记的各位联系人。
      </li>
      <li>
        <b>另一位联系人</b>（会员代表或法定代表人）凭短信中的确认码表示同意。
      </li>
      <li>
        <b>办结</b>：账号改用新手机号，用“找回密码”设置新密码后登录。
      </li>
    </ol>
  </aside>
)

/** Form for the second representative, who needs no account. */
function HandoverConfirm() {
  const [done, setDone] = useState(false)
  const form = useLightForm(async ({ number = '', code = '' }) => {
    await browserApi('POST /handover/confirm', { number, code })
    setDone(true)
  })
  if (done) return <Done />
  return (
    <LightForm of={form} label="确认联系人变更" action="确认变更" busy="正在确认…">
      <LightInput
        name="number"
        label="办理编号"
        hint="例如 LX2026-000001"
        error={form.errors.number}
        autoComplete="off"
        maxLength={20}
        required
      />
      <LightInput
        name="code"
        label="确认码"
        hint="短信中的 6 位数字"
        error={form.errors.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        required
      />
    </LightForm>
  )
}

function Done() {
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current!.focus(), [])
  return (
    <p ref={message} className="entry-done handover-done" role="status" tabIndex={-1}>
      已确认，谢谢。协会将在办结后短信告知新联系人。
    </p>
  )
}

const fields: FormField[] = [
  {
    name: 'orgName',
    label: '单位名称',
    section: '',
    kind: 'organisationName',
    required: true,
    autocomplete: 'organization',
  },
  {
    name: 'creditCode',
    label: '统一社会信用代码',
    section: '',
    kind: 'creditCode',
    required: true,
    hint: '18 位，印在营业执照或法人登记证书上',
  },
  { name: 'contactName', label: '新联系人姓名', section: '', kind: 'personName', required: true, autocomplete: 'name' },
  {
    name: 'position',
    label: '职务',
    section: '',
    kind: 'text',
    max: 30,
    required: true,
    autocomplete: 'organization-title',
  },
  {
    name: 'phone',
    label: '新联系人手机号',
    section: '',
    kind: 'mobile',
    required: true,
    hint: '办结后用它登录，须为没有注册过账号的手机号',
    autocomplete: 'tel-national',
  },
]

function HandoverBegin() {
  const form = useLightForm(
    async ({ orgName = '', creditCode = '', contactName = '', position = '', phone = '', code = '' }) => {
      const given = { orgName, creditCode, contactName, position, phone, code }
      keepTicket((await browserApi('POST /handover/begin', given)).ticket)
    },
  )
  return (
    <LightForm of={form} label="联系人变更" action="下一步：上传变更函" busy="正在提交…">
      <LightLines fields={fields} errors={form.errors} />
      <CodeField scene="handover" of={form} />
    </LightForm>
  )
}

type Status = Output<ApiContract['GET /handover/status']>

function HandoverProgress({ ticket }: { ticket: string }) {
  const [status, setStatus] = useState<Status>()
  const [problem, setProblem] = useState('')
  const read = useCallback(
    () =>
      withTicket('GET /handover/status', ticket).then(
        found => {
          setStatus(found)
          setProblem('')
        },
        error => setProblem(isRefusal(error) ? error.message : '网络不通，请稍后再试'),
      ),
    [ticket],
  )
  useEffect(() => void read(), [read])
  return (
    <div className="entry">
      <Problem>{problem}</Problem>
      {status && (
        <>
          <dl className="handover-facts">
            <dt>办理编号</dt>
            <dd>{status.number}</dd>
            <dt>单位</dt>
            <dd>{status.orgName}</dd>
            <dt>新联系人</dt>
            <dd>{status.contactName}</dd>
            <dt>状态</dt>
            <dd>
              <b>{status.statusName}</b>
            </dd>
          </dl>
          <p className="handover-next" role="status">
            {status.reason && `理由：${status.reason}。`}
            {status.next}
          </p>
          {status.status === 'begun' && <HandoverLetter ticket={ticket} done={read} />}
          {status.status === 'approved' && (
            <Link className="button primary" to="/admin/login/forgot">
              设置新密码
            </Link>
          )}
        </>
      )}
      <p className="light-status">
        进度只在这台设备的浏览器中可见。
        <button type="button" className="as-link" onClick={() => keepTicket(null)}>
          不再显示，办理另一件
        </button>
      </p>
    </div>
  )
}

const MAX_FILES = 3

/** The stamped letter, one page or a few: goes up file by file, and is handed in with the last. */
function HandoverLetter({ ticket, done }: { ticket: string; done: () => void }) {
  const [sending, setSending] = useState('')
  const form = useLightForm(async () => {
    const files = filesIn(form.data(), 'letter')
    if (files.length === 0) throw wrong('请选择变更函')
    if (files.length > MAX_FILES) throw wrong(`最多 ${MAX_FILES} 个文件`)
    try {
      const fileIds: number[] = []
      for (const [i, file] of files.entries()) {
        setSending(`正在上传第 ${i + 1} 个文件，共 ${files.length} 个…`)
        const body = new FormData()
        body.append('file', file)
        fileIds.push((await withTicket('POST /handover/letter', ticket, body)).id)
      }
      await withTicket('POST /handover/submit', ticket, { fileIds })
      done()
    } catch (error) {
      throw wrong(toRefusal(error).message)
    } finally {
      setSending('')
    }
  })
  return (
    <LightForm of={form} label="上传变更函" action="提交变更函" busy="正在提交…">
      <LightInput
        name="letter"
        label="加盖公章的变更函"
        hint={`${papers.told}，最多 ${MAX_FILES} 个；公章和文字须清晰`}
        error={form.errors.letter}
        type="file"
        accept={papers.accept}
        multiple
        required
      />
      <p className="light-status" role="status">
        {sending}
      </p>
    </LightForm>
  )
}

const wrong = (message: string) => invalid(message, { letter: message })
