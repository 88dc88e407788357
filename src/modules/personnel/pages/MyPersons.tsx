import './people.css'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { useMember } from '#layouts/member/member.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { statusNames } from '#modules/certificates/status.ts'
import { ProfileFirst } from '#modules/members/pages/ProfileFirst.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { States } from '#ui/States.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import { takeoverFields } from '../peopleForm.ts'
import type { Route } from './+types/MyPersons'
import { ImportPeople } from './ImportPeople.tsx'
import { Proof } from './identity/Proof.tsx'
import { PersonFile } from './PersonFile.tsx'
import { WrittenConsent } from './WrittenConsent.tsx'

export { myPersons as handle } from './screens.ts'

export const clientLoader = listLoader(async (api, { query }) => {
  // The forms for more people show nothing that must be loaded.
  if (['new', 'import', 'takeover'].some(name => query.has(name))) return null
  const { pageNum, pageSize, ...filters } = listQuery<Filters>(query, 'name', 'kindId', 'status')
  const [{ accountType }, stat, page, groups] = await Promise.all([
    api('GET /member/info', {}),
    api('GET /person/stat', {}),
    api('GET /person/list', { ...filters, pageNum, pageSize }),
    api('GET /app/publicity/person/group/list', {}),
  ])
  const [person] = accountType === 'person' ? page.list : []
  const own = person && (await api('GET /person/detail', { id: person.id }))
  return { filters, stat, page, groups, own }
})

type Filters = Input<ApiContract['GET /person/export']>
type Loaded = NonNullable<Route.ComponentProps['loaderData']>
type Row = Output<ApiContract['GET /person/list']>['list'][number]

const STATES = Object.entries(statusNames).map(([code, name]) => ({ code, name }))

/** 人员: a company's own, with `?new=1`, `?import=1` and `?takeover=1` the ways to more of them; a person's own file. */
export default function MyPersons({ loaderData: of }: Route.ComponentProps) {
  const { accountType, isComplete } = useMember()
  const [query] = useSearchParams()
  if (!isComplete) return <ProfileFirst then="填写单位或个人资料后，即可在这里查看人员、证书和继续教育学时。" />
  if (accountType === 'person') return of ? of.own && <PersonFile of={of.own} /> : <Navigate to={LIST} replace />
  if (query.has('new')) return <AddPerson />
  if (query.has('import')) return <ImportPeople />
  if (query.has('takeover')) return <TakeOver />
  return (
    of && (
      <>
        <PeopleFigures stat={of.stat} />
        <People {...of} />
      </>
    )
  )
}

function People({ page, filters, groups }: Pick<Loaded, 'page' | 'filters' | 'groups'>) {
  const navigate = useNavigate()
  const answer = useLoaded(page)
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

const LIST = '/admin/user/persons'

/** Adds a person whom the association does not know yet; known persons are taken over instead. */
function AddPerson() {
  const { id } = useMember()
  const navigate = useNavigate()
  const [hasConsent, consent] = useState(false)
  const sending = useSubmit('POST /person/add')
  const save = async (form: Record<string, unknown>) => {
    const added = await sending.submit({ form, hasConsent })
    if (added) {
      announce(`${form.name} 已登记为本单位人员`)
      navigate(`${LIST}/${added.id}`)
    }
    return added !== undefined
  }
  return (
    <section className="centre-card">
      <h2>新增人员</h2>
      <p>
        姓名、证件和地区必填，其余可以以后补充。已在协会登记过的人员，请用<Link to="?takeover=1">人员转入</Link>。
      </p>
      <States answer={useApi('GET /person/blank', {})}>
        {({ fields }) => (
          <RegisterForm
            name={`${id}-person`}
            fields={fields}
            save={save}
            sending={sending}
            cancel={() => navigate(LIST)}
          >
            <WrittenConsent given={hasConsent} give={consent} />
          </RegisterForm>
        )}
      </States>
    </section>
  )
}

const CERTIFICATES = '/admin/user/persons/certificates'

type Stat = Output<ApiContract['GET /person/stat']>

/** Counts of people and certificates by state, each with a link to its list. */
function PeopleFigures({ stat: { persons, certified, valid, expiring, expired, byKind } }: { stat: Stat }) {
  return (
    <section className="centre-card">
      <h2>人员与证书</h2>
      <ul className="people-figures" role="list">
        <li>
          <b>{persons}</b>
          <Link to="/admin/user/persons">在册人员</Link>
          <small>其中 {certified} 人持有效证书</small>
        </li>
        <li>
          <b>{valid}</b>
          <Link to={`${CERTIFICATES}?status=valid`}>有效证书</Link>
          <small>含即将到期的</small>
        </li>
        <li data-heed={expiring > 0 || undefined}>
          <b>{expiring}</b>
          <Link to={`${CERTIFICATES}?status=expiring`}>90 天内到期</Link>
          <small>{expiring > 0 ? '请安排换证' : '近期不需要换证'}</small>
        </li>
        <li data-heed={expired > 0 || undefined}>
          <b>{expired}</b>
          <Link to={`${CERTIFICATES}?status=expired`}>已过期</Link>
          <small>{expired > 0 ? '不再计入持证人员' : '没有过期的证书'}</small>
        </li>
      </ul>
      {byKind.length > 0 && (
        <ul className="people-kinds" role="list" aria-label="各种类的有效证书">
          {byKind.map(({ kindId, kindName, num }) => (
            <li key={kindName}>
              {kindId === null ? (
                kindName
              ) : (
                <Link to={`${CERTIFICATES}?kindId=${kindId}&status=valid`}>{kindName}</Link>
              )}{' '}
              <b>{num}</b>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** 人员转入: at once where nobody holds the person; else with proof, which is asked for only then. */
function TakeOver() {
  const navigate = useNavigate()
  const [values, setValues] = useState<FormValues>({ idType: 'resident', fromDay: dayOf(new Date()) })
  const [files, setFiles] = useState<UploadedFile[]>([])
  /** Number of submissions that were answered with a request for proof. */
  const [asked, ask] = useState(0)
  const { submit, busy, error, fields } = useSubmit('POST /person/takeover')
  const send = async () => {
    const taken = await submit({ form: values, fileIds: files.map(({ id }) => id) })
    if (!taken) return
    if (taken.status === 'needsProof') return ask(asked + 1)
    if (taken.personId !== null) {
      announce(`${values.name} 已转入本单位`)
      return navigate(`/admin/user/persons/${taken.personId}`)
    }
    announce(`转入申请已提交，编号 ${taken.number}`)
    navigate(`/admin/user/doing/${taken.applyId}`)
  }
  const missing = asked > 1 && files.length === 0 ? '请上传劳动合同或社保证明' : undefined
  return (
    <section className="centre-card">
      <h2>人员转入</h2>
      <p>
        适用于已在协会登记过的人员，证书和学时随本人一并转入。从未登记过的，请<Link to="?new=1">新增人员</Link>。
      </p>
      <Form
        fields={takeoverFields}
        values={values}
        onChange={setValues}
        errors={fields}
        message={error?.message}
        labelOf={name => (name === 'proof' ? '劳动合同或社保证明' : undefined)}
        onSubmit={() => void send()}
      >
        {asked > 0 && (
          <>
            <Alert
              className="people-told"
              role="status"
              type="info"
              showIcon
              title="此人现登记在另一家单位"
              description="请上传证明后提交申请。原单位登记其离开后随即转入；否则由协会核对证明后决定。"
            />
            <Proof files={files} change={setFiles} error={fields.proof ?? missing} />
          </>
        )}
        {error && Object.keys(fields).length === 0 && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            {asked > 0 ? '提交转入申请' : '转入'}
          </Button>
          <Button onClick={() => navigate('/admin/user/persons')}>取消</Button>
        </div>
      </Form>
    </section>
  )
}
