import { type SubmitEvent, useState } from 'react'
import { ErrorSummary } from '#modules/accounts/pages/ErrorSummary.tsx'
import { FieldError } from '#modules/accounts/pages/Field.tsx'
import { SubmitButton } from '#modules/accounts/pages/SubmitButton.tsx'
import { type Problem, problemOf } from '#modules/accounts/pages/useSubmit.ts'
import { withTicket } from './handoverTicket.ts'

const MOST = 3

/** The stamped letter, one page or a few: goes up file by file, and is handed in with the last. */
export function HandoverLetter({ ticket, done }: { ticket: string; done: () => void }) {
  const [problem, setProblem] = useState<Problem | null>(null)
  const [sending, setSending] = useState('')
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    const files = new FormData(event.currentTarget).getAll('letter').filter(file => file instanceof File && file.size)
    const fault = !files.length ? '请选择变更函' : files.length > MOST ? `最多 ${MOST} 个文件` : ''
    if (fault) return setProblem({ message: fault, fields: { letter: fault } })
    try {
      const fileIds: number[] = []
      for (const [i, file] of files.entries()) {
        setSending(`正在上传第 ${i + 1} 个文件，共 ${files.length} 个…`)
        const form = new FormData()
        form.append('file', file)
        fileIds.push((await withTicket('POST /handover/letter', ticket, form)).id)
      }
      setProblem(null)
      await withTicket('POST /handover/submit', ticket, { fileIds })
      done()
    } catch (error) {
      const { message } = problemOf(error)
      setProblem({ message, fields: { letter: message } })
    } finally {
      setSending('')
    }
  }
  const error = problem?.fields.letter
  return (
    <form className="entry" method="post" onSubmit={submit} noValidate aria-label="上传变更函">
      <ErrorSummary problem={problem} />
      <div className="entry-field" data-wrong={error ? true : undefined}>
        <label htmlFor="letter">加盖公章的变更函</label>
        <p id="letter-hint" className="entry-hint">
          PDF、JPG、PNG 格式，每个不超过 20 MB，最多 {MOST} 个；公章和文字须清晰
        </p>
        <FieldError name="letter" error={error} />
        <input
          id="letter"
          name="letter"
          type="file"
          accept=".pdf,.jpg,.jpeg,.png"
          multiple
          required
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'letter-hint letter-error' : 'letter-hint'}
        />
      </div>
      <p className="entry-status" role="status">
        {sending}
      </p>
      <SubmitButton busy={sending !== ''} label="提交变更函" busyLabel="正在提交…" />
    </form>
  )
}
