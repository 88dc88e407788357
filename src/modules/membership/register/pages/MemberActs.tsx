import { browserApi } from '#api/browser.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { type ActOnOne, ActsOnOne } from '#ui/register/ActsOnOne.tsx'
import { actFields, type MemberAct, memberRules } from '../memberActs.ts'
import type { MemberDetail } from './StaffMember.tsx'

export const intros: Record<MemberAct, string> = {
  level: '证书上印有级别：会签发一张新证书替代原证书，名录与会员主页同时更新。',
  validity: '证书上印有有效期：会签发一张新证书替代原证书。',
  reissue: '内容不变，签发一张新编号的证书替代原证书。',
  suspend: '会员证书同时暂停，名录、首页和搜索中不再显示，可以恢复。',
  resume: '会员证书同时恢复，重新列入名录。',
  withdraw: '会员证书同时注销，名录中不再显示；以后可以重新入册。',
  expel: '会员证书同时注销，名录中不再显示。除名的原因会告知会员。',
  restore: '保留原会员编号，签发一张新的会员证书。',
  show: '列入公开的名录与搜索。',
  hide: '名录、首页和搜索中不再显示，会员身份与证书不变。',
}
const FINAL: readonly MemberAct[] = ['withdraw', 'expel']

type Props = { of: MemberDetail; done: (words: string) => void; reload: () => void }

/** Buttons of the acts allowed on a membership; each asks for a date and a reason. */
export function MemberActs({ of, done, reload }: Props) {
  const send = async (action: MemberAct, values: FormValues) => {
    const given = values as { effectiveOn: string; reason: string }
    const levelCode = values.levelCode ? Number(values.levelCode) : null
    await browserApi('POST /staff/member/act', { ...given, levelCode, id: of.id, version: of.version, action })
    done(`已办理：${memberRules[action].name}。`)
  }
  const actOf = (act: MemberAct): ActOnOne => ({
    name: memberRules[act].name,
    intro: intros[act],
    danger: FINAL.includes(act),
    fields: actFields(act, of.levels),
    initial: { effectiveOn: dayOf(new Date()) },
  })
  return <ActsOnOne possible={of.canDo} actOf={actOf} called={of.name} send={send} reload={reload} />
}
