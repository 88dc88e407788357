import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { FieldError } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { type Problem, problemOf } from '#modules/accounts/pages/useSubmit.ts'
import { MOST_FILES } from '../objection.ts'
import { type Receipt, sendEvidence } from './objectionTicket.ts'

/** The receipt of an objection, and the papers that go with it: each is there as soon as it has gone up. */
export function ObjectionEvidence({ receipt: { number, ticket } }: { receipt: Receipt }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [sent, setSent] = useState<string[]>([])
  const [sending, setSending] = useState('')
  const message = useRef<HTMLParagraphElement>(null)
  useEffect(() => message.current!.focus(), [])
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const form = event.currentTarget
    const chosen = new FormData(form).getAll('evidence')
    const files = chosen.filter(file => file instanceof File && file.size > 0) as File[]
    if (!files.length) return setProblem({ message: '请选择文件', fields: { evidence: '请选择文件' } })
    try {
      for (const file of files) {
        setSending(`正在上传 ${file.name}…`)
        await sendEvidence(ticket, file)
        setSent(names => [...names, file.name])
      }
      setProblem(null)
      form.reset()
    } catch (error) {
      const { message } = problemOf(error)
      setProblem({ message, fields: { evidence: message } })
    } finally {
      setSending('')
    }
  }
  const error = problem?.fields.evidence
  return (
    <>
      <p ref={message} className="notice-receipt" role="status" tabIndex={-1}>
        异议已提交，受理编号 <b>{number}</b>。公示已暂停计时，核查结果会以短信告知您，并在本页公布。
      </p>
      <form className="entry" method="post" onSubmit={submit} noValidate aria-label="上传证明材料">
        <ErrorSummary problem={problem} />
        <div className="entry-field" data-wrong={error ? true : undefined}>
          <label htmlFor="evidence">证明材料（选填）</label>
          <p id="evidence-hint" className="entry-hint">
            PDF、JPG、PNG 格式，每个不超过 20 MB，最多 {MOST_FILES} 个；在本页关闭前可以补充
          </p>
          <FieldError name="evidence" error={error} />
          <input
            id="evidence"
            name="evidence"
            type="file"
            accept=".pdf,.jpg,.jpeg,.png"
            multiple
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'evidence-hint evidence-error' : 'evidence-hint'}
          />
        </div>
        <p className="entry-status" role="status">
          {sending || (sent.length > 0 && `已上传：${sent.join('、')}`)}
        </p>
        <SubmitButton busy={sending !== ''} label="上传材料" busyLabel="正在上传…" />
      </form>
    </>
  )
}
