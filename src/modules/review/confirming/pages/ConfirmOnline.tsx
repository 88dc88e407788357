import { Alert, Button, Modal } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { fileSize } from '#lib/size.ts'
import { MyCodeField } from '#modules/accounts/own/pages/MyCodeField.tsx'
import { SignOnline } from '#modules/review/confirming/pages/SignOnline.tsx'
import { FormAnswers } from '#modules/review/pages/FormAnswers.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { fieldId } from '#ui/form/Field.tsx'
import { States } from '#ui/States.tsx'

export type ConfirmationStatus = Output<ApiContract['GET /member/application/confirming']>

type Props = {
  id: number
  /** Changes with what is kept of the application. */
  kept: unknown
  /** Keeps what is not kept yet; whether nothing stands against it but what is wrong in this place. */
  ready: (place: string) => Promise<boolean>
}

/** Lets the owner confirm an application online in place of seal and signature, if the association accepts that. */
export function ConfirmOnline({ id, kept, ready }: Props) {
  const answer = useApi('GET /member/application/confirming', { id })
  const { reload } = answer
  const [isAsking, setAsking] = useState(false)
  const [seen, setSeen] = useState(kept)
  // Reload after each change, because later changes are not covered by the confirmation.
  useEffect(() => {
    if (kept === seen) return
    setSeen(kept)
    reload()
  }, [kept, seen, reload])
  const ask = async (place: string) => {
    if (!(await ready(place))) return
    reload()
    setAsking(true)
  }
  return (
    <States answer={answer} lines={2}>
      {of => (
        // Anchor for errors about the sealed paper if there is no upload for it.
        <div id={of.ways.includes('paper') ? undefined : fieldId(of.slot)}>
          {of.ways.includes('online') && (of.isOpen || of.confirmed) && (
            <section className="confirm-online" aria-labelledby="confirm-online">
              <h3 id="confirm-online">线上确认{of.ways.includes('paper') && '（可代替打印盖章）'}</h3>
              <Confirmed of={of} />
              {of.isOpen && !of.asked && <p>线上确认须由本单位负责人登录后办理；经办人可先备齐材料。</p>}
              {of.asked && (
                <p className="form-actions">
                  <Button onClick={() => void ask(of.slot)}>
                    {of.confirmed ? '重新查看并确认' : '查看全部内容并确认'}
                  </Button>
                </p>
              )}
              {isAsking && of.asked && (
                <ConfirmDialog
                  id={id}
                  asked={of.asked}
                  close={() => setAsking(false)}
                  done={() => {
                    setAsking(false)
                    reload()
                  }}
                  refused={reload}
                />
              )}
            </section>
          )}
          {of.ways.includes('provider') && (of.isOpen || of.signing) && (
            <SignOnline id={id} of={of} ready={ready} reload={reload} />
          )}
        </div>
      )}
    </States>
  )
}

function Confirmed({ of: { confirmed } }: { of: ConfirmationStatus }) {
  if (!confirmed)
    return <p>申请表和材料备齐以后，由负责人查看全部内容，凭发到手机的验证码确认，不必打印、盖章、扫描。</p>
  const { by, at, phone, changed } = confirmed
  const said = `${by} 于 ${minute(at)} 确认（验证手机 ${phone}）。`
  return changed.length === 0 ? (
    <Alert type="success" showIcon title="已线上确认" description={said} />
  ) : (
    <Alert
      type="warning"
      showIcon
      title="确认以后有改动，须重新确认"
      description={`${said}此后有改动：${changed.join('、')}。`}
    />
  )
}

type ConfirmDialogProps = {
  id: number
  asked: NonNullable<ConfirmationStatus['asked']>
  close: () => void
  done: () => void
  /** Called after a refusal, since the displayed data may have changed. */
  refused: () => void
}

/** The statement and all that it is about, whole; then the code that was sent to the owner's phone. */
function ConfirmDialog({ id, asked, close, done, refused }: ConfirmDialogProps) {
  const form = useApi('GET /member/application/form', { id })
  const [code, setCode] = useState('')
  const { submit, busy, error, fields } = useSubmit('POST /member/application/confirm')
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    // React bubbles the event from the portal to the surrounding form of the materials.
    event.stopPropagation()
    if (await submit({ id, digest: asked.digest, code })) done()
    else refused()
  }
  return (
    <Modal open title="线上确认" width={760} footer={null} onCancel={close} destroyOnHidden>
      <h3>声明（第 {asked.statementVersion} 版）</h3>
      <p>{asked.statement}</p>
      <h3>申请表</h3>
      <States answer={form}>{({ fields, form }) => <FormAnswers fields={fields} values={form} />}</States>
      <h3>文件（{asked.files.length} 个）</h3>
      <ul>
        {asked.files.map(({ slotName, name, size, sha256 }) => (
          <li key={`${slotName} ${name} ${sha256}`}>
            {slotName}：{name}（{fileSize(size)}）
            <br />
            <small>SHA-256 {sha256}</small>
          </li>
        ))}
      </ul>
      <p>
        <small>申请表的 SHA-256：{asked.documentHash}</small>
      </p>
      <form className="form" noValidate onSubmit={confirm}>
        <ErrorSummary errors={fields} labelOf={() => '短信验证码'} message={error?.message} alone />
        <p>验证码发到本单位登记的手机 {asked.phone}。</p>
        <MyCodeField
          name="code"
          label="短信验证码"
          scene="confirmForm"
          value={code}
          onChange={setCode}
          error={fields.code}
        />
        <p className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            确认以上全部内容
          </Button>
          <Button onClick={close}>暂不确认</Button>
        </p>
      </form>
    </Modal>
  )
}
