import { type SubmitEvent, useRef, useState } from 'react'
import { dayOf } from '#lib/dates.ts'
import { type Problem, problemOf } from '#modules/accounts/pages/useSubmit.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field } from '#ui/form/Field.tsx'
import { type Enrolment, type Outcome, sendFile, type Written } from './enrolmentCalls.ts'
import '#ui/form/form.css'

type Props = {
  pay: NonNullable<Enrolment['pay']>
  ticket: string | undefined
  send: (pay: NonNullable<Written['pay']>) => Promise<Outcome>
  done: () => unknown
}

const LABELS: Record<string, string> = { paidOn: '汇款日期', payer: '付款人', slipId: '汇款凭证' }

/** Who paid, when, and the bank's slip. */
export function PaySlip({ pay, ticket, send, done }: Props) {
  const [paidOn, setPaidOn] = useState(pay.paidOn ?? dayOf(new Date()))
  const [payer, setPayer] = useState(pay.payer)
  const [slip, setSlip] = useState<{ id: number; name: string } | null>(pay.slip)
  const [uploading, setUploading] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const errors = Object.fromEntries(
    Object.entries(problem?.fields ?? {}).map(([name, text]) => [name.replace(/^pay\./, ''), text]),
  )
  const upload = async (file: File | undefined) => {
    if (!file) return
    setUploading(true)
    try {
      setSlip(await sendFile('POST /app/training/file', file, ticket, {}))
      setProblem(null)
    } catch (error) {
      setProblem({ message: '凭证没有上传', fields: { slipId: problemOf(error).message } })
    } finally {
      setUploading(false)
      input.current!.value = ''
    }
  }
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (busy || uploading) return
    const missing = {
      ...(!payer.trim() && { payer: '请填写付款人名称' }),
      ...(!slip && { slipId: '请上传汇款凭证' }),
    }
    if (!slip || !payer.trim())
      return setProblem({ message: '请补充后再提交', fields: missing as Record<string, string> })
    setBusy(true)
    try {
      await send({ paidOn, payer, slipId: slip.id })
      await done()
    } catch (error) {
      setProblem(problemOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="form enrol" noValidate onSubmit={event => void submit(event)} aria-label="缴费凭证">
      <ErrorSummary errors={errors} message={problem?.message} labelOf={name => LABELS[name] ?? ''} />
      <Field name="paidOn" label={LABELS.paidOn!} required error={errors.paidOn}>
        {described => (
          <input {...described} type="date" value={paidOn} onChange={event => setPaidOn(event.target.value)} />
        )}
      </Field>
      <Field name="payer" label={LABELS.payer!} required error={errors.payer} hint="与银行回单上的付款户名一致">
        {described => (
          <input {...described} value={payer} maxLength={60} onChange={event => setPayer(event.target.value)} />
        )}
      </Field>
      <Field
        name="slipId"
        label={LABELS.slipId!}
        required
        error={errors.slipId}
        hint="银行回单或转账成功的截图，PDF、JPG 或 PNG，不超过 20 MB"
      >
        {described => (
          <>
            <input
              {...described}
              ref={input}
              type="file"
              accept=".pdf,.jpg,.jpeg,.png"
              onChange={event => void upload(event.target.files?.[0])}
            />
            <p role="status" className="field-hint">
              {uploading ? '正在上传…' : slip ? `已上传：${slip.name}` : ''}
            </p>
          </>
        )}
      </Field>
      {problem && Object.keys(errors).length === 0 && (
        <p role="alert" className="field-error">
          {problem.message}
        </p>
      )}
      <p className="form-actions">
        <button type="submit" className="button primary" aria-disabled={busy || uploading}>
          {busy ? '正在提交…' : '提交缴费凭证'}
        </button>
      </p>
    </form>
  )
}
