import { useState } from 'react'
import { useApi } from '#api/useApi.ts'
import { AttachedFiles } from '#modules/review/pages/AttachedFiles.tsx'
import { States } from '#ui/States.tsx'
import { FormAnswers } from './FormAnswers.tsx'

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
  return (
    <States answer={answer}>
      {({ fields, form, materials }) => (
        <>
          <FormAnswers fields={fields} values={form} />
          <AttachedFiles
            materials={materials}
            files={Object.fromEntries(materials.map(({ code, files }) => [code, files]))}
          />
        </>
      )}
    </States>
  )
}
