import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import type { HandoverCase } from './StaffHandover.tsx'

type Act = 'freeze' | 'approve' | 'reject'

const said = (label: string, hint: string): FormField => ({
  name: 'reason',
  label,
  section: '',
  kind: 'paragraph',
  max: 500,
  required: true,
  hint,
})

const acts: Record<Act, ActOnOne> = {
  freeze: {
    name: '冻结账号',
    intro: '请先核对变更函的公章、单位和新联系人。冻结后原账号立即不能登录，单位的各位联系人会收到短信。',
    isMain: true,
  },
  approve: {
    name: '同意变更',
    intro: '账号改用新联系人的手机号，原密码作废，新联系人凭短信设置新密码。办结后不能撤回。',
    isMain: true,
  },
  reject: {
    name: '不予变更',
    intro: '账号恢复原状，理由会以短信告知提出变更的人。',
    danger: true,
    fields: [said('理由', '对方会看到')],
  },
}

/** What may be done at this stage; each is asked once more, and what was typed stays if somebody else was faster. */
export function HandoverActs({ of, changed }: { of: HandoverCase; changed: () => void }) {
  const first = firstAct(of)
  const actOf = (act: Act): ActOnOne => {
    if (act === 'freeze' && of.status === 'frozen') return { ...acts.freeze, name: '重新发送确认码' }
    // Where nobody of the organisation confirms, staff write down how they made sure.
    if (act === 'approve' && !of.second)
      return { ...acts.approve, fields: [said('核实方式', '例如回拨单位登记的座机，由谁答复')] }
    return acts[act]
  }
  const send = async (act: Act, values: FormValues) => {
    const done = await post(act, of.id, String(values.reason ?? ''))
    announce(`${of.number}：${done.statusName}`)
    changed()
  }
  return (
    <>
      {of.status === 'frozen' && first === undefined && <p>等待第二联系人凭短信确认，确认后可以同意变更。</p>}
      <ActsOnOne
        possible={first ? [first, 'reject'] : ['reject']}
        actOf={actOf}
        called={of.orgName}
        send={send}
        reload={changed}
      />
    </>
  )
}

const post = (act: Act, id: number, reason: string) =>
  act === 'freeze'
    ? browserApi('POST /staff/handover/freeze', { id })
    : browserApi('POST /staff/handover/decide', { id, action: act, reason })

/** What is to be done next; nothing while the second representative is waited for. */
function firstAct({ status, confirmedAt, second, canResend, account }: HandoverCase): Act | undefined {
  if (status === 'submitted') return account ? 'freeze' : undefined
  if (confirmedAt || !second) return 'approve'
  return canResend ? 'freeze' : undefined
}
