import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { type FormValues, rowsIn } from '#lib/form/form.ts'
import { CatalogueDesk } from '#modules/certificates/catalogue/pages/CatalogueDesk.tsx'
import { NextNumber } from '#modules/certificates/catalogue/pages/NextNumber.tsx'
import { listRecords, type RecordRow, recordCalls } from '#modules/settings/pages/recordCalls.ts'
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
    preview: typed => <NextNumber rule={typed.numberRule} code={typed.code} level={rowsIn(typed, 'levels')[0]?.code} />,
  })
  return (
    <CatalogueDesk
      groupDesk={groupDesk}
      kindDesk={kindDesk}
      kinds={kinds.data.list}
      newGroup={{ state: 'open' }}
      newKind={NEW_KIND}
      about="用过的不能删除，不再颁发的请停用。"
      whenEmpty={<p>先新增一个大类，再在其中新增种类，才能签发人员证书。</p>}
    >
      {kind => <KindRow kind={kind} />}
    </CatalogueDesk>
  )
}

function KindRow({ kind: { name, code, isRetired, isStates, values, certificates, usedBy } }: { kind: Kind }) {
  const levels = rowsIn(values, 'levels').length
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
