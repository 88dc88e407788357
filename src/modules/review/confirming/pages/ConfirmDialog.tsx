import { Button, Modal } from 'antd'
import { type FormEvent, useState } from 'react'
import { useApi, useSubmit } from '#api/useApi.ts'
import { fileSize } from '#lib/size.ts'
import { MyCodeField } from '#modules/accounts/own/pages/MyCodeField.tsx'
import { FormAnswers } from '#modules/review/applying/pages/FormAnswers.tsx'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { States } from '#ui/States.tsx'
import type { Standing } from './ConfirmOnline.tsx'

type Props = {
  id: number
  asked: NonNullable<Standing['asked']>
  close: () => void
  done: () => void
  /** What is shown may have changed. */
  refused: () => void
}

/** The statement and all that it is about, whole; then the code that was sent to the owner's phone. */
export function ConfirmDialog({ id, asked, close, done, refused }: Props) {
  const form = useApi('GET /member/application/form', { id })
  const [code, setCode] = useState('')
  const { submit, busy, error, fields } = useSubmit('POST /member/application/confirm')
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    // In the page it stands apart, but React tells the form of the materials around it, too.
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
