import { Button } from 'antd'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffPersonnelKinds'
import { NextNumber } from './NextNumber.tsx'

export { staffPersonnelKinds as handle } from '#modules/personnel/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [groups, kinds] = await Promise.all([
    api('GET /staff/personnel/group/list', {}),
    api('GET /staff/personnel/kind/list', {}),
  ])
  return { groups, kinds }
})

type Group = Output<ApiContract['GET /staff/personnel/group/list']>['list'][number]
type Kind = Output<ApiContract['GET /staff/personnel/kind/list']>['list'][number]

const NEW_KIND: FormValues = {
  levels: [],
  issuer: 'association',
  validYears: 4,
  renewHours: 24,
  numberRule: '{kind}-{year}-{province}-{serial:5}',
  state: 'open',
}

/** 人员证书种类: what persons can be certified for, in the order in which the public sees it. */
export default function StaffPersonnelKinds({ loaderData }: Route.ComponentProps) {
  const groups = useLoaded(loaderData.groups)
  const kinds = useLoaded(loaderData.kinds)
  const groupDesk = useSiteDesk<Group>({
    answer: groups,
    called: '大类',
    save: async sent => {
      await browserApi('POST /staff/personnel/group/save', sent)
      kinds.reload()
    },
    move: sent => browserApi('POST /staff/personnel/group/move', sent),
    remove: sent => browserApi('POST /staff/personnel/group/remove', sent),
  })
  const kindDesk = useSiteDesk<Kind>({
    answer: kinds,
    called: '种类',
    save: sent => browserApi('POST /staff/personnel/kind/save', sent),
    move: sent => browserApi('POST /staff/personnel/kind/move', sent),
    remove: sent => browserApi('POST /staff/personnel/kind/remove', sent),
    preview: typed => <NextNumber typed={typed} />,
  })
  const rows = groups.data?.list ?? []
  const under = (id: number) => kinds.data?.list.filter(({ groupId }) => groupId === id) ?? []
  const dragGroup = useDrag<Group>((row, onto) => groupDesk.put(row, rows.indexOf(onto) + 1))
  const dragKind = useDrag<Kind>((row, onto) =>
    kindDesk.put(row, under(onto.groupId).findIndex(({ id }) => id === onto.id) + 1, String(onto.groupId)),
  )
  return (
    <section className="desk-card movable-dense">
      <div className="desk-card-head">
        <h2>大类与种类</h2>
        <Button type="primary" onClick={() => groupDesk.add({ state: 'open' })}>
          新增大类
        </Button>
      </div>
      <p>先后即公示页面的次序，可拖动或用箭头调整；种类可以拖到另一大类。用过的不能删除，不再颁发的请停用。</p>
      {groupDesk.notice}
      {kindDesk.notice}
      <States
        answer={groups}
        empty={{
          when: ({ list }) => list.length === 0,
          title: '还没有大类',
          children: <p>先新增一个大类，再在其中新增种类，才能签发人员证书。</p>,
        }}
      >
        {({ list }) => (
          <Movable
            rows={list}
            label="大类的先后"
            move={groupDesk.put}
            drag={dragGroup}
            below={group => (
              <Movable rows={under(group.id)} label={`${group.name}的种类`} move={kindDesk.put} drag={dragKind}>
                {kind => (
                  <>
                    <KindRow kind={kind} />
                    <RowActs row={kind} desk={kindDesk} />
                  </>
                )}
              </Movable>
            )}
          >
            {group => (
              <>
                <div className="movable-main">
                  <p>
                    <b>{group.name}</b> <Tag tone="water">{group.code}</Tag> {group.isRetired && <Tag>停用</Tag>}
                  </p>
                  <p>{under(group.id).length > 0 ? `${under(group.id).length} 个种类` : '还没有种类'}</p>
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

function KindRow({ kind: { name, code, isRetired, isStates, values, certificates, usedBy } }: { kind: Kind }) {
  const levels = ((values.levels ?? []) as FormRow[]).length
  const words = [
    levels > 0 ? `${levels} 个级别` : '不分级别',
    values.validYears === null ? '长期有效' : `有效 ${values.validYears} 年`,
    values.renewHours ? `换证 ${values.renewHours} 学时` : '换证不要求学时',
  ]
  return (
    <div className="movable-main">
      <p>
        {name} <Tag>{code}</Tag> {isStates && <Tag tone="water">国家发证</Tag>}{' '}
        {isRetired && <Tag tone="warn">停用</Tag>}
      </p>
      <p>
        {words.join(' · ')} ·{' '}
        {certificates > 0 ? (
          <Link to={`/staff/certificates?register=personnel&kindCode=${code}`}>已用于 {usedBy}</Link>
        ) : (
          usedBy && `已用于 ${usedBy}`
        )}
        {!usedBy && '没有用过'}
      </p>
    </div>
  )
}
