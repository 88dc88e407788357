import { Link } from 'react-router'
import { Tag, type Tone } from '#ui/Tag.tsx'
import type { Overview } from './MyOverview.tsx'
import '#modules/review/applying/pages/doing.css'

/** Who this is to the association, and the one thing to do next. */
export function MembershipCard({ overview }: { overview: Overview }) {
  const { name, membership } = overview
  const next = nextStep(overview)
  return (
    <section className="centre-card my-membership">
      <div>
        <h2>{name}</h2>
        {membership ? (
          <p>
            {membership.levelName}　<Tag tone={tones[membership.status]}>{membership.statusName}</Tag>
          </p>
        ) : (
          <p>尚未入会</p>
        )}
        {membership && (
          <dl>
            <Fact name="会员编号" value={membership.memberNo} />
            <Fact name="入会日期" value={membership.joinDate} />
            <Fact name="届满日期" value={membership.validTo ?? '未定'} />
            <Fact name={`${membership.feeYear} 年会费`} value={membership.feePaid ? '已缴' : '未缴'} />
          </dl>
        )}
      </div>
      <p className="doing-links">
        {next && (
          <Link className="button primary" to={next.to}>
            {next.name}
          </Link>
        )}
        <Link className={next ? 'doing-progress' : 'button'} to="/admin/user/profile">
          修改资料
        </Link>
        <Link className="doing-progress" to="/admin/user/privacy">
          个人信息
        </Link>
      </p>
    </section>
  )
}

const tones: Record<string, Tone> = { active: 'good', unpaid: 'warn', overdue: 'warn', suspended: 'warn' }

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

/** What waits for them stands in a list of its own. */
function nextStep({ isComplete, membership }: Overview) {
  return isComplete && !membership ? { name: '申请入会', to: '/admin/user/membership' } : undefined
}
