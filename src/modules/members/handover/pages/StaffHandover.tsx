import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import type { FormField } from '#lib/form/form.ts'
import { formatPhone } from '#lib/form/phone.ts'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Upload } from '#ui/file/Upload.tsx'
import { Tag } from '#ui/Tag.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import type { Route } from './+types/StaffHandover'
import { handoverTones } from './StaffHandovers.tsx'

export { staffHandover as handle } from '#modules/members/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/handover/detail', { id: pathId(params.id) }),
)

export type HandoverCase = Output<ApiContract['GET /staff/handover/detail']>

export default function StaffHandover({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.orgName)
  const revalidate = useRevalidate()
  return <Handover of={of} changed={revalidate} />
}

function Handover({ of, changed }: { of: HandoverCase; changed: () => void }) {
  const may = useMay('staff:accounts')
  const isOpen = of.status === 'submitted' || of.status === 'frozen'
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{of.orgName}</h2>
          <Tag tone={handoverTones[of.status]}>{of.statusName}</Tag>
        </div>
        <Facts
          facts={[
            ['办理编号', of.number],
            ['统一社会信用代码', of.creditCode],
            ['新联系人', `${of.contactName}（${of.position}），手机 ${formatPhone(of.phone)}，已凭短信验证码核实`],
            ['账号', of.account ? accountWords(of, of.account) : '这个统一社会信用代码没有账号，请告知对方直接注册'],
            ['第二联系人', secondWords(of)],
            ['理由', of.reason],
          ]}
        />
        {isOpen && may && <HandoverActs of={of} changed={changed} />}
        {isOpen && !may && <p>核对、冻结和决定由管理账号的同事办理。</p>}
      </section>
      <section className="desk-card">
        <h2>变更函</h2>
        <Upload use="material" label="变更函" value={of.files} onChange={() => {}} readOnly />
      </section>
      <section className="desk-card">
        <h2>办理经过</h2>
        <Timeline events={of.timeline.map(event => ({ ...event, remarks: [] }))} />
      </section>
    </>
  )
}

const accountStates: Record<string, string> = { active: '正常', frozen: '已冻结', disabled: '已停用' }
const accountWords = (of: HandoverCase, { userName, orgName, phone, status }: NonNullable<HandoverCase['account']>) => {
  const phoneIs = of.status === 'approved' ? '现用手机' : '原手机'
  return `${userName}（${orgName}），${phoneIs} ${phone || '未登记'}，${accountStates[status] ?? '不能登录'}`
}

function secondWords({ second, confirmedAt, status }: HandoverCase): string {
  if (!second) return '没有可以确认的第二联系人，须用其他方式核实'
  const who = `${second.name}（${second.roleName}），手机 ${formatPhone(second.phone)}`
  if (confirmedAt) return `${who}，已于 ${minute(confirmedAt)} 确认`
  return status === 'frozen' ? `${who}，尚未确认` : who
}

const reasonField = (label: string, hint: string): FormField => ({
  name: 'reason',
  label,
  section: '',
  kind: 'paragraph',
  max: 500,
  required: true,
  hint,
})

const act = defineAct<HandoverCase>()
const done = ({ number }: HandoverCase, { statusName }: { statusName: string }) => `${number}：${statusName}`
const freeze = {
  confirm: '请先核对变更函的公章、单位和新联系人。冻结后原账号立即不能登录，单位的各位联系人会收到短信。',
  isMain: true,
  call: 'POST /staff/handover/freeze',
  input: ({ id }: HandoverCase) => ({ id }),
  done,
} as const

const acts = {
  freeze: act({ name: '冻结账号', ...freeze }),
  resend: act({ name: '重新发送确认码', ...freeze }),
  approve: act({
    name: '同意变更',
    confirm: '账号改用新联系人的手机号，原密码作废，新联系人凭短信设置新密码。办结后不能撤回。',
    isMain: true,
    // Without a confirmation from the organisation, staff must record how they verified the request.
    fields: of => (of.second ? [] : [reasonField('核实方式', '例如回拨单位登记的座机，由谁答复')]),
    call: 'POST /staff/handover/decide',
    input: ({ id }, { reason }) => ({ id, action: 'approve', reason: String(reason ?? '') }),
    done,
  }),
  reject: act({
    name: '不予变更',
    confirm: '账号恢复原状，理由会以短信告知提出变更的人。',
    isDanger: true,
    fields: [reasonField('理由', '对方会看到')],
    call: 'POST /staff/handover/decide',
    input: ({ id }, { reason }) => ({ id, action: 'reject', reason: String(reason ?? '') }),
    done,
  }),
}

/** Actions possible at this stage. Each asks for confirmation and keeps the input if somebody else was faster. */
function HandoverActs({ of, changed }: { of: HandoverCase; changed: () => void }) {
  const first = firstAct(of)
  return (
    <>
      {of.status === 'frozen' && first === undefined && <p>等待第二联系人凭短信确认，确认后可以同意变更。</p>}
      <Acts
        acts={acts}
        possible={first ? [first, 'reject'] : ['reject']}
        of={of}
        called={of.orgName}
        reload={changed}
      />
    </>
  )
}

/** Returns the next action; undefined while the second representative has to confirm. */
function firstAct({ status, confirmedAt, second, canResend, account }: HandoverCase): keyof typeof acts | undefined {
  if (status === 'submitted') return account ? 'freeze' : undefined
  if (confirmedAt || !second) return 'approve'
  return canResend ? 'resend' : undefined
}
