import { Button, Input, Modal } from 'antd'
import { useState } from 'react'
import { useSubmit } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { EntryLink } from './EntryLink.tsx'
import type { ColleagueDetail } from './StaffColleague.tsx'

type Act = 'disable' | 'enable' | 'reset' | 'forgetTotp' | 'endSessions'

const acts: Record<Act, { name: string; ask: string; danger?: boolean }> = {
  endSessions: { name: '结束全部登录', ask: '这位同事在所有设备上的登录立即结束，需要重新登录。' },
  reset: { name: '重设密码', ask: '原密码立即失效，本人凭一次性链接设置新密码；没有人能看到或代为设置密码。' },
  forgetTotp: { name: '取消两步验证', ask: '适用于验证器和备用码都已丢失；本人下次登录后须重新启用。' },
  disable: { name: '停用账号', ask: '现有的登录立即结束，此后不能登录。', danger: true },
  enable: { name: '恢复账号', ask: '恢复后可以用原来的密码登录。' },
}

/** What an administrator may do about somebody's account; each is asked once more. */
export function ColleagueActs({ of, changed }: { of: ColleagueDetail; changed: () => void }) {
  const [asked, ask] = useState<Act>()
  const [reason, setReason] = useState('')
  const [sent, setSent] = useState<{ link: string | null }>()
  const { submit, busy, error, fields } = useSubmit(`POST /staff/colleague/${asked ?? 'enable'}`)
  const possible: Act[] = [
    ...(of.sessions.length ? (['endSessions'] as const) : []),
    ...(of.status === 'active' ? (['reset'] as const) : []),
    ...(of.hasSecondFactor && !of.isSelf ? (['forgetTotp'] as const) : []),
    ...(of.status !== 'active' ? (['enable'] as const) : of.isSelf ? [] : (['disable'] as const)),
  ]
  const run = async () => {
    const answer = await submit({ id: of.id, version: of.version, reason })
    if (!answer) return
    ask(undefined)
    setReason('')
    if ('link' in answer) setSent({ link: answer.link })
    changed()
  }
  const chosen = asked && acts[asked]
  return (
    <div className="form-actions">
      {possible.map(act => (
        <Button key={act} danger={acts[act].danger} onClick={() => ask(act)}>
          {acts[act].name}
        </Button>
      ))}
      <Modal
        title={chosen && `${chosen.name}：${of.displayName}`}
        open={asked !== undefined}
        onCancel={() => ask(undefined)}
        onOk={() => void run()}
        okText={chosen?.name}
        cancelText="取消"
        okButtonProps={{ danger: chosen?.danger, loading: busy }}
        destroyOnHidden
      >
        <p>{chosen?.ask}</p>
        {asked === 'disable' && (
          <Field name="reason" label="原因" required error={fields.reason}>
            {described => (
              <Input {...described} value={reason} maxLength={200} onChange={event => setReason(event.target.value)} />
            )}
          </Field>
        )}
        {error && !fields.reason && <Problem>{error.message}</Problem>}
      </Modal>
      <Modal title="重设密码" open={sent !== undefined} onCancel={() => setSent(undefined)} footer={null}>
        {sent && <EntryLink link={sent.link} close={() => setSent(undefined)} />}
      </Modal>
    </div>
  )
}
