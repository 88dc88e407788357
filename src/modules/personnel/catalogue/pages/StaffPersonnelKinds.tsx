import { useDeferredValue } from 'react'
import { Link } from 'react-router'
import { useApi } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import { ruleFault } from '#modules/certificates/numbering.ts'
import { GroupedRows } from '#modules/settings/pages/GroupedRows.tsx'
import { listRecords, type RecordRow, recordCalls } from '#modules/settings/pages/recordCalls.ts'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffPersonnelKinds'

export { staffPersonnelKinds as handle } from '#modules/personnel/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [groups, kinds] = await Promise.all([listRecords(api, 'personnelGroup'), listRecords(api, 'personnelKind')])
  return { groups, kinds }
})

type Kind = RecordRow<'personnelKind'>

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
  const kinds = useLoaded(loaderData.kinds)
  const groupDesk = useSiteDesk({
    answer: useLoaded(loaderData.groups),
    called: '大类',
    ...recordCalls('personnelGroup'),
    saved: kinds.reload,
  })
  const kindDesk = useSiteDesk({
    answer: kinds,
    called: '种类',
    ...recordCalls('personnelKind'),
    preview: typed => <NextNumber typed={typed} />,
  })
  return (
    <SiteDesk
      desk={groupDesk}
      className="desk-card movable-dense"
      title="大类与种类"
      add="新增大类"
      blank={{ state: 'open' }}
      about="先后即公示页面的次序，可拖动或用箭头调整；种类可以拖到另一大类。用过的不能删除，不再颁发的请停用。"
      empty={{ title: '还没有大类', children: <p>先新增一个大类，再在其中新增种类，才能签发人员证书。</p> }}
    >
      {({ list }) => (
        <>
          {kindDesk.notice}
          <GroupedRows
            groups={list}
            kinds={kinds.data.list}
            groupDesk={groupDesk}
            kindDesk={kindDesk}
            newKind={NEW_KIND}
          >
            {kind => <KindRow kind={kind} />}
          </GroupedRows>
          {kindDesk.dialogs}
        </>
      )}
    </SiteDesk>
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
    <>
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
    </>
  )
}

const asCode = (typed: unknown) => (/^[A-Z0-9]{1,6}$/.test(String(typed)) ? String(typed) : '')

/** The number that the next certificate would have by what is typed, or what is wrong with the rule. */
function NextNumber({ typed }: { typed: FormValues }) {
  const { numberRule, code, levels } = useDeferredValue(typed)
  const rule = String(numberRule ?? '')
  const [level] = (levels ?? []) as FormRow[]
  const fault = ruleFault(rule)
  if (rule === '') return null
  if (fault) return <p role="status">编号规则有误：{fault}</p>
  return <Requirements rule={rule} code={asCode(code)} level={asCode(level?.code)} />
}

function Requirements(of: { rule: string; code: string; level: string }) {
  const { data, error } = useApi('GET /staff/personnel/kind/number', of)
  return (
    <p role="status">
      {error ? error.message : <>下一张证书的编号（持证人在北京）：{data ? <b>{data.number || data.fault}</b> : '…'}</>}
    </p>
  )
}
