import type { FormField } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { endedStatuses, type memberStatusNames } from '../words.ts'

type Status = keyof typeof memberStatusNames

export const memberActs = [
  ...(['level', 'validity', 'reissue', 'suspend', 'resume', 'withdraw', 'expel', 'restore', 'show', 'hide'] as const),
] as const
export type MemberAct = (typeof memberActs)[number]
/** Acts available in bulk. */
export const bulkActs = ['level', 'validity', 'suspend', 'resume'] as const satisfies readonly MemberAct[]

type Rule = {
  name: string
  /** Statuses in which the act is allowed. */
  from: readonly Status[]
  to?: Status
  /** Effect on the certificate; absent: none. `renewed`: issues a new one that replaces the old or ended one. */
  certificate?: 'suspended' | 'resumed' | 'cancelled' | 'renewed'
}

const CURRENT_STATUSES: readonly Status[] = ['active', 'unpaid', 'overdue']
const ALL_STATUSES: readonly Status[] = [...CURRENT_STATUSES, 'suspended', ...endedStatuses]

/** Acts of staff on a membership. A change of printed data always issues a new certificate. */
export const memberRules: Record<MemberAct, Rule> = {
  level: { name: '变更级别', from: CURRENT_STATUSES, certificate: 'renewed' },
  validity: { name: '变更有效期', from: CURRENT_STATUSES, certificate: 'renewed' },
  reissue: { name: '换发证书', from: CURRENT_STATUSES, certificate: 'renewed' },
  suspend: { name: '暂停', from: CURRENT_STATUSES, to: 'suspended', certificate: 'suspended' },
  resume: { name: '恢复', from: ['suspended'], to: 'active', certificate: 'resumed' },
  withdraw: { name: '退会', from: [...CURRENT_STATUSES, 'suspended'], to: 'withdrawn', certificate: 'cancelled' },
  expel: { name: '除名', from: [...CURRENT_STATUSES, 'suspended'], to: 'expelled', certificate: 'cancelled' },
  restore: { name: '重新入册', from: endedStatuses, to: 'active', certificate: 'renewed' },
  show: { name: '公开', from: ALL_STATUSES },
  hide: { name: '不公开', from: ALL_STATUSES },
}

export const possibleActs = ({ status, isPublic }: { status: Status; isPublic: boolean }): MemberAct[] =>
  memberActs.filter(
    act => memberRules[act].from.includes(status) && (act !== 'show' || !isPublic) && (act !== 'hide' || isPublic),
  )

const effectiveOn: FormField = {
  name: 'effectiveOn',
  label: '生效日期',
  section: '',
  kind: 'day',
  required: true,
  hint: '从这一天起算，不能晚于今天',
}
const reason = reasonField('记入历史，并告知会员')

/** Form fields of an act. */
export const actFields = (act: MemberAct, levels: readonly { code: string; name: string }[]): FormField[] => [
  ...(act === 'level'
    ? [{ name: 'levelCode', label: '新的级别', section: '', kind: 'choice', required: true, options: levels } as const]
    : []),
  ...(act === 'validity' || act === 'restore'
    ? [
        {
          ...({ name: 'validTo', label: '有效期至', section: '', kind: 'day', required: act === 'validity' } as const),
          ...(act === 'restore' && { hint: '留空为本届理事会任期届满' }),
        },
      ]
    : []),
  effectiveOn,
  reason,
]
