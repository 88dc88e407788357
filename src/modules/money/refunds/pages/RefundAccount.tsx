import { Button } from 'antd'
import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { InlineProblem } from '#ui/form/Problem.tsx'

/** The number in full, only when asked for: the server wants the password, and notes who has seen it. */
export function RefundAccount({ id, masked }: { id: number; masked: string }) {
  const { submit, busy, error } = useSubmit('POST /staff/refund/account')
  const [shown, setShown] = useState('')
  if (shown) return <span role="status">{shown}</span>
  const show = async () => {
    const answer = await submit({ id })
    if (answer) setShown(answer.account)
  }
  return (
    <>
      {masked}
      <Button type="link" size="small" loading={busy} onClick={() => void show()}>
        查看账号
      </Button>
      <InlineProblem>{error?.message}</InlineProblem>
    </>
  )
}
