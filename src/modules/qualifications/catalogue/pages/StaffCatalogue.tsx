import { Button } from 'antd'
import { Link, useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffCatalogue'

export { staffCatalogue as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [groups, kinds] = await Promise.all([
    api('GET /staff/qualification/group/list', {}),
    api('GET /staff/qualification/kind/list', {}),
  ])
  return { groups, kinds }
})

type Group = Output<ApiContract['GET /staff/qualification/group/list']>['list'][number]
type Listed = Output<ApiContract['GET /staff/qualification/kind/list']>['list'][number]
/** Only a new one is filled in here: the others have a screen of their own. */
type Kind = Listed & { values: FormValues }

const NEW_KIND: FormValues = {
  validYears: 4,
  renewAheadMonths: 6,
  flags: ['needsSiteReview', 'hasAnnualReport'],
  annualFrom: '01-01',
  annualTo: '03-31',
  numberRule: '{prefix}-{kind}-{level}-{year}-{serial:4}',
}
const withValues = (kind: Listed): Kind => ({ ...kind, values: {} })

/** What the association certifies: groups and their kinds, in the order in which the public sees them. */
export default function StaffCatalogue({ loaderData }: Route.ComponentProps) {
  const groups = useLoaded(loaderData.groups)
  const kinds = useLoaded(loaderData.kinds)
  const navigate = useNavigate()
  const groupDesk = useSiteDesk<Group>({
    answer: groups,
    called: '大类',
    save: sent => browserApi('POST /staff/qualification/group/save', sent),
    move: sent => browserApi('POST /staff/qualification/group/move', sent),
    remove: sent => browserApi('POST /staff/qualification/group/remove', sent),
  })
  const listed = kinds.data && { ...kinds.data, list: kinds.data.list.map(withValues) }
  const kindDesk = useSiteDesk<Kind>({
    answer: { ...kinds, data: listed },
    called: '种类',
    save: async sent => {
      const { id } = await browserApi('POST /staff/qualification/kind/save', sent)
      await navigate(`/staff/qualification-kinds/${id}`)
    },
    move: sent => browserApi('POST /staff/qualification/kind/move', sent),
    remove: sent => browserApi('POST /staff/qualification/kind/remove', sent),
  })
  const rows = groups.data?.list ?? []
  const under = (id: number) => listed?.list.filter(({ groupId }) => groupId === id) ?? []
  const dragGroup = useDrag<Group>((row, onto) => groupDesk.put(row, rows.indexOf(onto) + 1))
  const dragKind = useDrag<Kind>((row, onto) =>
    kindDesk.put(row, under(onto.groupId).findIndex(({ id }) => id === onto.id) + 1, String(onto.groupId)),
  )
  return (
    <section className="desk-card movable-dense">
      <div className="desk-card-head">
        <h2>大类与种类</h2>
        <Button type="primary" onClick={() => groupDesk.add({})}>
          新增大类
        </Button>
      </div>
      <p>先后即公示页面的次序，可拖动或用箭头调整；种类可以拖到另一大类。改动立即对公众和申请人生效。</p>
      {groupDesk.notice}
      {kindDesk.notice}
      <States answer={groups} empty={{ when: ({ list }) => list.length === 0, title: '还没有大类' }}>
        {({ list }) => (
          <Movable
            rows={list}
            label="大类的先后"
            move={groupDesk.put}
            drag={dragGroup}
            below={group => (
              <Movable rows={under(group.id)} label={`${group.name}的种类`} move={kindDesk.put} drag={dragKind}>
                {kind => <KindRow kind={kind} remove={() => kindDesk.askRemoval(kind)} />}
              </Movable>
            )}
          >
            {group => (
              <>
                <div className="movable-main">
                  <p>
                    <b>{group.name}</b> <Tag tone="water">{group.code}</Tag>
                  </p>
                  <p>{group.kinds ? `${group.kinds} 个种类` : '还没有种类'}</p>
                </div>
                <span className="movable-acts">
                  <Button onClick={() => kindDesk.add({ ...NEW_KIND, groupId: String(group.id) })}>
                    新增种类<span className="hidden-text">：{group.name}</span>
                  </Button>
                </span>
                <RowActs row={group} desk={groupDesk} />
              </>
            )}
          </Movable>
        )}
      </States>
      {groupDesk.dialogs}
      {kindDesk.dialogs}
    </section>
  )
}

const KindRow = ({ kind, remove }: { kind: Kind; remove: () => void }) => (
  <>
    <div className="movable-main">
      <p>
        <Link to={`/staff/qualification-kinds/${kind.id}`}>{kind.name}</Link> <Tag>{kind.code}</Tag>{' '}
        {!kind.isOpen && <Tag tone="warn">暂停受理</Tag>}
      </p>
      <p>
        {[
          `${kind.levels} 个级别`,
          `有效 ${kind.validYears} 年`,
          kind.needsSiteReview ? '现场评审' : '不现场评审',
          `有效证书 ${kind.certificates} 张`,
          `在办申请 ${kind.applications} 份`,
        ].join(' · ')}
      </p>
    </div>
    <span className="movable-acts">
      <Button type="text" danger onClick={remove}>
        删除<span className="hidden-text">{kind.name}</span>
      </Button>
    </span>
  </>
)
