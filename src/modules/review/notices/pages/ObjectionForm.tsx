import { useEffect, useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { CodeField } from '#modules/accounts/pages/CodeField.tsx'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { Field, FieldError } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { useSubmit } from '#modules/accounts/pages/useSubmit.ts'
import { REASON } from '../objection.ts'
import { ObjectionEvidence } from './ObjectionEvidence.tsx'
import { keepReceipt, type Receipt, readReceipt } from './objectionTicket.ts'

type Props = { noticeId: number; done: () => void }

/** Who objects says who they are, proves their phone, and why; then come the papers, if there are any. */
export function ObjectionForm({ noticeId, done }: Props) {
  const [receipt, setReceipt] = useState<Receipt | null>(null)
  const form = useRef<HTMLFormElement>(null)
  // What the browser remembers is not in the page that the server made.
  useEffect(() => setReceipt(readReceipt(noticeId)), [noticeId])
  const { submit, busy, problem, setProblem, errorOf } = useSubmit(
    async ({ name = '', phone = '', code = '', idNumber = '', reason = '' }) => {
      const given = { noticeId, name, phone, code, idNumber, reason }
      const kept = await browserApi('POST /app/publicity/notice/objection', given)
      keepReceipt(noticeId, kept)
      setReceipt(kept)
      done()
    },
  )
  if (receipt) return <ObjectionEvidence receipt={receipt} />
  return (
    <form ref={form} className="entry" method="post" onSubmit={submit} noValidate aria-label="提出异议">
      <p>异议须实名提出，协会为您保密，只公布核查结果。提交后公示暂停计时，直到核查结束。</p>
      <ErrorSummary problem={problem} />
      <Field name="name" label="您的姓名" error={errorOf('name')} autoComplete="name" maxLength={50} required />
      <Field name="idNumber" label="身份证号码（选填）" error={errorOf('idNumber')} autoComplete="off" maxLength={30} />
      <Reason error={errorOf('reason')} />
      <Field
        name="phone"
        label="手机号"
        hint="用于核实情况和告知结果"
        error={errorOf('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={20}
        required
      />
      <CodeField
        scene="objection"
        phone={() => String(new FormData(form.current!).get('phone'))}
        error={errorOf('code')}
        refused={setProblem}
      />
      <SubmitButton busy={busy} label="提交异议" busyLabel="正在提交…" />
    </form>
  )
}

function Reason({ error }: { error: string | undefined }) {
  return (
    <div className="entry-field" data-wrong={error ? true : undefined}>
      <label htmlFor="reason">事实和理由</label>
      <p id="reason-hint" className="entry-hint">
        写明时间、地点、经过和依据，{REASON.min} 到 {REASON.max} 个字；证明材料可在提交后上传
      </p>
      <FieldError name="reason" error={error} />
      <textarea
        id="reason"
        name="reason"
        rows={8}
        maxLength={REASON.max * 2}
        required
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'reason-hint reason-error' : 'reason-hint'}
      />
    </div>
  )
}
