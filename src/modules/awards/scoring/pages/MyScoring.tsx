import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { dayOf, daysBetween, minute } from '#lib/dates.ts'
import { Empty } from '#ui/Empty.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/MyScoring'
import './scoring.css'
import { Day } from '#ui/Day.tsx'

export { myScoring as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /award/scoring/mine', {}))

export type OwnRound = Output<ApiContract['GET /award/scoring/mine']>['rounds'][number]

/** 专家评审: the rounds in which whoever is signed in judges. */
export default function MyScoring({ loaderData }: Route.ComponentProps) {
  const { isExpert, rounds } = loaderData
  return rounds.length === 0 ? (
    <section className="centre-card">
      {isExpert ? (
        <Empty title="目前没有请您评审的项目">
          <p>开始评审时，您会收到短信和消息。</p>
        </Empty>
      ) : (
        <Empty title="您还不是协会的评审专家">
          <p>专家由协会聘请。受聘后请用登记的手机号注册或更换账号手机，即可在这里评审。</p>
        </Empty>
      )}
    </section>
  ) : (
    rounds.map(round => <RoundCard key={round.id} of={round} />)
  )
}

const RoundCard = ({ of }: { of: OwnRound }) => (
  <section className="centre-card">
    <div className="centre-card-head">
      <h2>
        {of.callTitle}　{of.name}
      </h2>
      <Tag tone={of.isOpen ? 'warn' : 'plain'}>{of.isOpen ? daysLeft(of.dueOn) : nextStep(of)}</Tag>
    </div>
    <p className="scoring-facts">
      <span>{of.kindName}</span>
      <span>
        <Day of={of.dueOn} /> 截止
      </span>
      {of.startsAt && <span>{minute(of.startsAt)} 答辩</span>}
      {of.place && <span>{of.place}</span>}
      {of.isLeader && <span>您任组长</span>}
    </p>
    <ScoringProgress of={of} />
    <p className="form-actions">
      <Link className={of.isOpen ? 'button primary' : 'button'} to={`/admin/user/scoring/${of.id}`}>
        {of.isOpen ? (of.declaredAt ? '继续评审' : '开始评审') : '查看我的评分'}
        <span className="hidden-text">：{of.name}</span>
      </Link>
    </p>
  </section>
)

const daysLeft = (dueOn: string) => {
  const days = daysBetween(dayOf(new Date()), dueOn)
  return days === 0 ? '今天截止' : `还有 ${days} 天`
}
const nextStep = ({ state, stateName }: OwnRound) => (state === 'open' ? '已截止' : stateName)

export const ScoringProgress = ({ of: { assigned, submitted } }: { of: Pick<OwnRound, 'assigned' | 'submitted'> }) => (
  <p className="scoring-progress">
    <progress max={Math.max(assigned, 1)} value={submitted} aria-label="已提交的评分" />
    <span>
      已提交 {submitted} 项，共 {assigned} 项
    </span>
  </p>
)
