import { Link } from 'react-router'
import { pathId } from '#api/load.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useSections } from '#layouts/staff/useSections.ts'
import { recordCalls } from '#modules/settings/pages/recordCalls.ts'
import { StatusMessage } from '#ui/StatusMessage.tsx'
import { Tag } from '#ui/Tag.tsx'
import { kindSections } from '../kindForm.ts'
import type { Route } from './+types/StaffAwardKind'
import { RuleCard } from './RuleCard.tsx'

export { staffAwardKind as handle } from '#modules/awards/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/award/kind/detail', { id: pathId(params.id) }),
)

export default function StaffAwardKind({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.name)
  const { cardOf, said } = useSections((form, version = of.version) =>
    recordCalls('awardKind').save({ id: of.id, version, form: { ...of.values, ...form } }),
  )
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>
            {of.name}{' '}
            <Tag tone={of.values.open === 'yes' ? 'good' : 'warn'}>
              {of.values.open === 'yes' ? '接受申报' : '停办'}
            </Tag>
          </h2>
        </div>
        <p>
          申报通知：
          {of.calls.length === 0
            ? '还没有'
            : of.calls.map(({ id, year }, i) => (
                <span key={id}>
                  {i > 0 && '、'}
                  <Link to={`/staff/award-calls/${id}`}>{year} 年度</Link>
                </span>
              ))}
          {of.changed && ` · ${of.changed.actorName} 于 ${of.changed.at} 修改过`}
        </p>
        <p>
          <Link to="/staff/award-kinds">全部奖项</Link>
        </p>
      </section>
      {kindSections.map(section => (
        <RuleCard key={section} of={of} {...cardOf(section)} />
      ))}
      <StatusMessage>{said}</StatusMessage>
    </>
  )
}
