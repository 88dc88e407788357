import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { statusNames } from '#modules/certificates/status.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/MyPersonCertificates'
import { StudyHours } from './StudyHours.tsx'

export { myPersonCertificates as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'kindId', 'status')
  const [page, groups] = await Promise.all([
    api('GET /person/cert/list', { ...filters, pageNum, pageSize }),
    api('GET /app/publicity/person/group/list', {}),
  ])
  return { filters, page, groups }
})

type Filters = Input<ApiContract['GET /person/cert/export']>
type Row = Output<ApiContract['GET /person/cert/list']>['list'][number]

const STATES = Object.entries(statusNames).map(([code, name]) => ({ code, name }))

/** Certificates of a company's people, those that expire first on top. */
export default function MyPersonCertificates({ loaderData }: Route.ComponentProps) {
  const { filters, groups } = loaderData
  const answer = useLoaded(loaderData.page)
  return (
    <section className="centre-card">
      <div className="centre-card-head">
        <h2>本单位人员的证书</h2>
        <Link to="/admin/user/persons">返回人员列表</Link>
      </div>
      <DataTable
        caption="本单位人员的证书"
        answer={answer}
        keyOf={({ certId }) => certId}
        unit="张证书"
        filters={[
          {
            name: 'kindId',
            label: '证书种类',
            options: groups.flatMap(({ kinds }) =>
              kinds.map(({ kindId, kindName }) => ({ code: String(kindId), name: kindName })),
            ),
          },
          { name: 'status', label: '证书状态', options: STATES },
        ]}
        save={() => saveFile('GET /person/cert/export', filters)}
        empty={{ title: '还没有人员证书', children: <p>本单位人员在协会取得的证书会列在这里。</p> }}
        columns={[
          { name: '姓名', cell: ({ personId, name }) => <Link to={`/admin/user/persons/${personId}`}>{name}</Link> },
          { name: '证书', cell: row => <Subject of={row} /> },
          { name: '发证', cell: ({ issueDate }) => issueDate, nowrap: true },
          { name: '有效期至', cell: row => <Validity of={row} />, nowrap: true },
          { name: '学时', cell: row => <StudyHours of={row} /> },
          {
            name: '状态',
            cell: ({ certStatus, certStatusName }) => <StatusTag status={certStatus} name={certStatusName} own />,
            nowrap: true,
          },
        ]}
      />
    </section>
  )
}

const Subject = ({ of: { kindName, levelName, certNo, verifyUrl } }: { of: Row }) => (
  <>
    {[kindName, levelName].filter(Boolean).join(' ')}
    <span className="cell-note">
      <a href={verifyUrl}>{certNo}</a>
    </span>
  </>
)

const Validity = ({ of: { validTo, daysLeft, certStatus } }: { of: Row }) => (
  <>
    {validTo ?? '另行通知'}
    {daysLeft !== null && certStatus === 'expiring' && <span className="cell-note">还有 {daysLeft} 天</span>}
  </>
)
