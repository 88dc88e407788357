import { browserApi } from '#api/browser.ts'
import type { FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import type { AccountDetail } from './StaffAccount.tsx'

const fields = [reasonField('记入办理历史与审计日志')]

type Act = 'disable' | 'enable' | 'endSessions' | 'reset'

const acts: Record<Act, ActOnOne> = {
  endSessions: { name: '结束全部登录', intro: '所有设备上的登录立即结束，本人可以重新登录。', fields },
  reset: {
    name: '发起密码重设',
    intro: '原密码立即作废，登录全部结束；系统发短信请本人通过“忘记密码”凭验证码另设。工作人员看不到也不能代设密码。',
    fields,
  },
  disable: { name: '停用账号', intro: '不能再登录，已登录的立即结束。原因会以短信告知本人。', danger: true, fields },
  enable: { name: '恢复账号', intro: '恢复后可以用原来的密码登录。', fields },
}

type Props = { of: AccountDetail; done: (words: string) => void; reload: () => void }

/** What an administrator may do about a member's account; each with its reason. */
export function AccountActs({ of, done, reload }: Props) {
  const possible: Act[] = [
    ...(of.sessions.length > 0 ? (['endSessions'] as const) : []),
    ...(of.status === 'active' ? (['reset', 'disable'] as const) : []),
    ...(of.status === 'disabled' ? (['enable'] as const) : []),
  ]
  const send = async (act: Act, values: FormValues) => {
    const given = { id: of.id, version: of.version, reason: String(values.reason ?? '') }
    await browserApi(`POST /staff/account/${act}`, given)
    done(`已${acts[act].name}。`)
  }
  return <ActsOnOne possible={possible} actOf={act => acts[act]} called={of.userName} send={send} reload={reload} />
}
