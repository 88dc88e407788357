import { Modal } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import { EntryLink } from './EntryLink.tsx'
import type { ColleagueDetail } from './StaffColleague.tsx'

type Act = 'disable' | 'enable' | 'reset' | 'forgetTotp' | 'endSessions'

const reason: FormField = { name: 'reason', label: '原因', section: '', kind: 'text', max: 200, required: true }

const acts: Record<Act, ActOnOne> = {
  endSessions: { name: '结束全部登录', intro: '这位同事在所有设备上的登录立即结束，需要重新登录。' },
  reset: { name: '重设密码', intro: '原密码立即失效，本人凭一次性链接设置新密码；没有人能看到或代为设置密码。' },
  forgetTotp: { name: '取消两步验证', intro: '适用于验证器和备用码都已丢失；本人下次登录后须重新启用。' },
  disable: { name: '停用账号', intro: '现有的登录立即结束，此后不能登录。', danger: true, fields: [reason] },
  enable: { name: '恢复账号', intro: '恢复后可以用原来的密码登录。' },
}

/** What an administrator may do about somebody's account; each is asked once more. */
export function ColleagueActs({ of, changed }: { of: ColleagueDetail; changed: () => void }) {
  const [sent, setSent] = useState<{ link: string | null }>()
  const possible: Act[] = [
    ...(of.sessions.length ? (['endSessions'] as const) : []),
    ...(of.status === 'active' ? (['reset'] as const) : []),
    ...(of.hasSecondFactor && !of.isSelf ? (['forgetTotp'] as const) : []),
    ...(of.status !== 'active' ? (['enable'] as const) : of.isSelf ? [] : (['disable'] as const)),
  ]
  const send = async (act: Act, values: FormValues) => {
    const given = { id: of.id, version: of.version, reason: String(values.reason ?? '') }
    const answer = await browserApi(`POST /staff/colleague/${act}`, given)
    if ('link' in answer) setSent({ link: answer.link })
    changed()
  }
  return (
    <>
      <ActsOnOne possible={possible} actOf={act => acts[act]} called={of.displayName} send={send} reload={changed} />
      <Modal title="重设密码" open={sent !== undefined} onCancel={() => setSent(undefined)} footer={null}>
        {sent && <EntryLink link={sent.link} close={() => setSent(undefined)} />}
      </Modal>
    </>
  )
}
