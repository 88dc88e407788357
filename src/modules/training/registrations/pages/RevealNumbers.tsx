import { Button } from 'antd'
import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { InlineProblem } from '#ui/form/Problem.tsx'

type Props = { id: number; participantId?: number; of: string }

/** Numbers in full, only when asked for: the server wants the password, and notes who has seen them. */
export function RevealNumbers({ id, participantId, of }: Props) {
  const { submit, busy, error } = useSubmit('POST /staff/training/registration/reveal')
  const [shown, setShown] = useState<{ idNumber: string; mobile: string }>()
  if (shown) return <span role="status">{[shown.idNumber, formatPhone(shown.mobile)].filter(Boolean).join('　')}</span>
  return (
    <>
      <Button
        type="link"
        size="small"
        loading={busy}
        onClick={async () => setShown(await submit({ id, participantId }))}
      >
        查看号码<span className="hidden-text">：{of}</span>
      </Button>
      <InlineProblem>{error?.message}</InlineProblem>
    </>
  )
}
