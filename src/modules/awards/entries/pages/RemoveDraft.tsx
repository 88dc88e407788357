import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { AskDialog } from '#ui/dialog/AskDialog.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import type { Apply } from './MyAward.tsx'

/** Asked once more: what was typed is gone then. `version`: the one that was kept last. */
export function RemoveDraft({
  of: { id, version, projectName },
}: {
  of: Pick<Apply, 'id' | 'version' | 'projectName'>
}) {
  const navigate = useNavigate()
  const [asking, ask] = useState(false)
  const { submit, busy, error } = useSubmit('POST /award/withdraw')
  const remove = async () => {
    if (await submit({ id, version })) void navigate('/admin/user/awards')
  }
  return (
    <>
      <Button danger type="text" onClick={() => ask(true)}>
        删除草稿
      </Button>
      <AskDialog
        title="删除这份草稿？"
        isOpen={asking}
        action="删除"
        back="不删除"
        danger
        busy={busy}
        send={remove}
        close={() => ask(false)}
      >
        <p>“{projectName || '未命名的申报'}”已填写的内容不再保留。</p>
        <Problem>{error?.message}</Problem>
      </AskDialog>
    </>
  )
}
