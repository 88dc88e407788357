import { dayOf } from '#lib/dates.ts'
import type { FormField } from '#lib/form/form.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import type { AwardRound } from './StaffAwardRound.tsx'

type Expert = AwardRound['panel'][number]
type Late = { id: number; experts: Expert[] }

const isRemindedToday = ({ lastRemindedAt }: Expert) => lastRemindedAt?.slice(0, 10) === dayOf(new Date())
const namesOf = (experts: readonly Expert[]) => experts.map(({ name }) => name).join('、')

const again: FormField = {
  name: 'again',
  label: '今天已经催过的专家',
  kind: 'choice',
  section: '',
  required: true,
  options: [
    { code: 'no', name: '今天不再催' },
    { code: 'yes', name: '再催一次' },
  ],
}

const remind = defineAct<Late>()({
  name: '催评',
  isMain: true,
  sends: true,
  title: ({ experts }) => (experts.length === 1 ? `催评：${experts[0]!.name}` : `催评 ${experts.length} 位专家`),
  confirm: ({ experts }) => <Whom experts={experts} />,
  fields: ({ experts }) => (experts.some(isRemindedToday) ? [again] : []),
  initial: () => ({ again: 'no' }),
  call: 'POST /staff/award/round/remind',
  input: ({ id, experts }, values) => ({
    id,
    expertIds: experts.map(({ expertId }) => expertId),
    again: values.again === 'yes',
  }),
  done: (_, { reminded, skipped }) =>
    [`已催 ${reminded} 位专家`, ...skipped.map(({ name, reason }) => `${name}：${reason}`)].join('；'),
})

/** Who still owes how many scores, and what to do about those whom a message does not reach. */
function Whom({ experts }: { experts: readonly Expert[] }) {
  const silent = experts.filter(({ hasMobile }) => !hasMobile)
  const unknown = experts.filter(({ hasMobile, hasAccount }) => hasMobile && !hasAccount)
  const today = experts.filter(isRemindedToday)
  return (
    <>
      <p>{experts.map(({ name, submitted, assigned }) => `${name}（还差 ${assigned - submitted} 项）`).join('、')}</p>
      {today.length > 0 && <p>今天已经催过：{namesOf(today)}。</p>}
      {unknown.length > 0 && (
        <p>还没有账号：{namesOf(unknown)}。短信发到专家库登记的手机；请告诉专家，用这个手机号在网站登录即可评分。</p>
      )}
      {silent.length > 0 && <p>没有登记手机，收不到提醒：{namesOf(silent)}。请先在专家库补登手机，或另行联系。</p>}
    </>
  )
}

type Props = { of: AwardRound; experts: Expert[]; changed: () => void; size?: 'small' }

/** Reminds experts who have not handed in all their scores. */
export const RemindExperts = ({ of, experts, changed, size }: Props) => (
  <ActButton
    act={size ? remind : { ...remind, name: `催评（${experts.length} 位未交齐）`, action: '催评' }}
    of={{ id: of.id, experts }}
    called={experts.length === 1 ? experts[0]!.name : undefined}
    reload={changed}
    size={size}
  />
)
