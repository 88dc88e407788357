import { dayOf } from '#lib/dates.ts'
import { mapValues } from '#lib/keys.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
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

const act = defineAct<MemberDetail>()
const acts = mapValues(memberRules, ({ name }, action) =>
  act({
    name,
    confirm: intros[action],
    isDanger: FINAL.includes(action),
    sends: true,
    fields: of => actFields(action, of.levels),
    initial: () => ({ effectiveOn: dayOf(new Date()) }),
    call: 'POST /staff/member/act',
    input: ({ id, version }, values) => {
      const given = values as { effectiveOn: string; reason: string }
      return { ...given, levelCode: values.levelCode ? Number(values.levelCode) : null, id, version, action }
    },
    done: `已办理：${name}。`,
  }),
)

/** Buttons of the acts allowed on a membership; each asks for a date and a reason. */
export const MemberActs = ({ of, reload }: { of: MemberDetail; reload: () => void }) => (
  <Acts acts={acts} possible={of.canDo} of={of} called={of.name} reload={reload} />
)
