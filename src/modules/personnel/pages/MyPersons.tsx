import { Button } from 'antd'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { useApi } from '#api/useApi.ts'
import { useMember } from '#layouts/member/member.ts'
import type { Input, Output } from '#lib/contract.ts'
import { statusNames } from '#modules/certificates/status.ts'
import { ProfileFirst } from '#modules/members/pages/ProfileFirst.tsx'
import { States } from '#ui/States.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useFilters } from '#ui/table/useFilters.ts'
import { AddPerson } from './AddPerson.tsx'
import { ImportPeople } from './ImportPeople.tsx'
import { PeopleFigures } from './PeopleFigures.tsx'
import { PersonFile } from './PersonFile.tsx'
import { TakeOver } from './TakeOver.tsx'

export { myPersons as handle } from './screens.ts'

type Filters = Input<ApiContract['GET /person/export']>
type Row = Output<ApiContract['GET /person/list']>['list'][number]

const STATES = Object.entries(statusNames).map(([code, name]) => ({ code, name }))

/** 人员: a company's own, with `?new=1`, `?import=1` and `?takeover=1` the ways to more of them; a person's own file. */
export default function MyPersons() {
  const { accountType, isComplete } = useMember()
  const [query] = useSearchParams()
  if (!isComplete) return <ProfileFirst then="填写单位或个人资料后，即可在这里查看人员、证书和继续教育学时。" />
  if (accountType === 'person') return <OwnFile />
  if (query.has('new')) return <AddPerson />
  if (query.has('import')) return <ImportPeople />
  if (query.has('takeover')) return <TakeOver />
  return <Company />
}

/** The list stands below figures of which it is not known before how high they are: it is shown when they are there. */
function Company() {
  const stat = useApi('GET /person/stat', {})
  return (
    <>
      <PeopleFigures answer={stat} />
      <div hidden={!stat.data && !stat.error}>
        <People />
      </div>
    </>
  )
}

function OwnFile() {
  const answer = useApi('GET /person/list', {})
  return <States answer={answer}>{({ list: [own] }) => own && <PersonFile id={own.id} />}</States>
}

function People() {
  const navigate = useNavigate()
  const { pageNum, pageSize, ...filters } = useFilters<Filters>('name', 'kindId', 'status')
  const answer = useApi('GET /person/list', { ...filters, pageNum, pageSize })
  const { data: groups = [] } = useApi('GET /app/publicity/person/group/list', {})
  const kinds = groups.flatMap(({ kinds }) => kinds)
  return (
    <section className="centre-card">
      <h2>在册人员</h2>
      <DataTable
        caption="本单位的人员"
        answer={answer}
        unit="人"
        filters={[
          { name: 'name', label: '姓名', kind: 'text' },
          {
            name: 'kindId',
            label: '证书种类',
            options: kinds.map(({ kindId, kindName }) => ({ code: String(kindId), name: kindName })),
          },
          { name: 'status', label: '证书状态', options: STATES },
        ]}
        save={() => saveFile('GET /person/export', filters)}
        actions={
          <>
            <Button type="primary" onClick={() => navigate('?new=1')}>
              新增人员
            </Button>
            <Button onClick={() => navigate('?takeover=1')}>人员转入</Button>
            <Button onClick={() => navigate('?import=1')}>批量登记</Button>
          </>
        }
        empty={{
          title: '还没有登记人员',
          children: <p>可以逐个新增，或用 Excel 批量登记；已在协会登记过的人员用“人员转入”。</p>,
        }}
        columns={[
          { name: '姓名', cell: row => <Name of={row} />, nowrap: true },
          { name: '证件号码', cell: ({ idNo }) => idNo ?? '未登记', nowrap: true },
          {
            name: '职称、职务',
            cell: ({ title, position }) => [title, position].filter(Boolean).join('，') || '未填写',
          },
          { name: '有效证书', cell: row => <Held of={row} /> },
          { name: '本年学时', cell: ({ hoursThisYear }) => hoursThisYear || '—', nowrap: true },
        ]}
      />
    </section>
  )
}

const Name = ({ of }: { of: Row }) => <Link to={`/admin/user/persons/${of.id}`}>{of.name}</Link>

const Held = ({ of: { certs, nearestExpire } }: { of: Row }) =>
  certs.length === 0 ? (
    '没有'
  ) : (
    <>
      {certs.join('；')}
      {nearestExpire && <span className="cell-note">最近到期 {nearestExpire}</span>}
    </>
  )
