import { Button } from 'antd'
import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'

type Props = { of: { id: number; version: number; title: string }; changed: () => void }

/** Asked once more: what is taken back has to be begun anew. */
export function Withdraw({ of: { id, version, title }, changed }: Props) {
  const [asking, setAsking] = useState(false)
  const { submit, busy, error } = useSubmit('POST /member/application/withdraw')
  const withdraw = async () => {
    if (!(await submit({ id, version }))) return
    setAsking(false)
    changed()
  }
  return (
    <>
      <Button danger onClick={() => setAsking(true)}>
        撤回申请
      </Button>
      <AskDialog
        title="撤回这份申请？"
        isOpen={asking}
        action="撤回"
        back="不撤回"
        danger
        busy={busy}
        send={withdraw}
        close={() => setAsking(false)}
      >
        <p>“{title}”撤回后，这份申请即告终止；以后可以重新申请。</p>
        <Problem>{error?.message}</Problem>
      </AskDialog>
    </>
  )
}
