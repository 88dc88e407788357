import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { applicationTypeNames, applicationTypes } from '#modules/qualifications/applicationTypes.ts'
import { caseColumns } from '#modules/review/applying/pages/caseColumns.tsx'
import { allStates, nameOfState } from '#modules/review/workflow.ts'
import { keepTogether } from '#ui/keepTogether.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/MyQualifications'
import { OrganisationsOnly } from './OrganisationsOnly.tsx'
import { UrgentCertificates } from './UrgentCertificates.tsx'
import './qualification.css'

export { myQualifications as handle } from '#modules/qualifications/pages/screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const [page, certificates] = await Promise.all([
    api('GET /qualification/list', listQuery<Filters>(query, 'status', 'applyType')),
    api('GET /member/qualification/list', {}),
  ])
  return { page, certificates }
})

type Filters = Input<ApiContract['GET /qualification/list']>
type Row = Output<ApiContract['GET /qualification/list']>['list'][number]

const filters = () => [
  {
    name: 'applyType',
    label: '申请类型',
    options: applicationTypes.map(code => ({ code, name: applicationTypeNames[code] })),
  },
  { name: 'status', label: '状态', options: allStates().map(code => ({ code, name: nameOfState(code) })) },
]

/** 能力评价: every application of this company, and what each of them waits for. */
export default function MyQualifications({ loaderData: { page, certificates } }: Route.ComponentProps) {
  const answer = useLoaded(page)
  return (
    <OrganisationsOnly>
      <UrgentCertificates certificates={certificates} />
      <section className="centre-card">
        <DataTable
          caption="本单位的能力评价申请"
          answer={answer}
          filters={filters()}
          actions={
            <Link className="button primary" to="/admin/user/qualification/new">
              新的申请
            </Link>
          }
          empty={{
            title: '还没有能力评价申请',
            children: <p>先选择种类和级别，对照本单位的条件，再填写申请表。</p>,
          }}
          columns={[
            { name: '申请', cell: row => <Subject of={row} /> },
            ...caseColumns,
            { name: '下一步', cell: row => <Next of={row} />, nowrap: true },
          ]}
        />
      </section>
    </OrganisationsOnly>
  )
}

const Subject = ({ of }: { of: Row }) => (
  <>
    <Link to={`/admin/user/qualification/${of.id}`}>{[of.childName, of.levelName].filter(Boolean).join(' ')}</Link>
    <span className="cell-note">{keepTogether([of.applyTypeName, of.certNo].filter(Boolean).join('　'))}</span>
  </>
)

const Next = ({ of }: { of: Row }) => {
  const task = taskOf(of)
  return (
    <Link className={task ? 'button' : 'row-link'} to={task ? of.route : `/admin/user/qualification/${of.id}`}>
      {task ?? '查看进度'}
      <span className="hidden-text">
        ：{of.childName} {of.applyTypeName}
      </span>
    </Link>
  )
}

function taskOf({ status, canEdit, canUpload, canPay, canRectify }: Row): string | undefined {
  if (canRectify) return '去整改'
  if (canPay) return '去缴费'
  if (canUpload) return status === 'preparing' ? '上传材料' : '补正材料'
  return canEdit ? (status === 'draft' ? '继续填写' : '去补正') : undefined
}
