import { useState } from 'react'
import { useApi } from '#api/useApi.ts'
import { SentAnswers } from '#modules/review/pages/SentAnswers.tsx'
import { States } from '#ui/States.tsx'

/** What was handed in, for who wants to read it again. */
export function SentForm({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="centre-card sent-form" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>提交的内容</summary>
      {isOpen && <Answers id={id} />}
    </details>
  )
}

function Answers({ id }: { id: number }) {
  const answer = useApi('GET /member/application/form', { id })
  return <States answer={answer}>{sent => <SentAnswers {...sent} />}</States>
}
