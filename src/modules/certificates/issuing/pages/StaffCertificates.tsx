import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { certificateFilters } from '#modules/certificates/certificateFilters.ts'
import { certificates } from '#modules/certificates/pages/registers.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { actFields, datesFields } from '../correctionForm.ts'
import { renewalFields } from '../renewal.ts'
import type { Route } from './+types/StaffCertificates'
import { HolderPicker } from './HolderPicker.tsx'
import { RemindOfEnd } from './RemindOfEnd.tsx'

export { staffCertificates as handle } from '#modules/certificates/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  if (address.query.has('issue')) return undefined
  const [list, catalogues] = await Promise.all([
    certificates.load(api, address),
    api('GET /staff/certificate/kinds', {}),
  ])
  return { ...list, catalogues }
})

export type CertificateList = NonNullable<Route.ComponentProps['loaderData']>

/** Every certificate of every register; with `?issue=1` a new one. */
export default function StaffCertificates({ loaderData: list }: Route.ComponentProps) {
  return list ? <CertificateRegister list={list} /> : <IssueForm />
}

function CertificateRegister({ list }: { list: CertificateList }) {
  const navigate = useNavigate()
  return (
    <RegisterTable
      of={certificates}
      loaded={list}
      unit="张证书"
      filters={registerFilters(certificateFilters, choicesOf(list.catalogues, list.asked))}
      acts={(rows, done) => (
        <>
          <CertificatesOnMany rows={rows} done={done} />
          <RemindOfEnd register="certificate" ids={rows.map(({ id }) => id)} sent={done} />
          <WriteToChosen register="certificate" ids={rows.map(({ id }) => id)} sent={done} />
        </>
      )}
      actions={
        <Button type="primary" onClick={() => navigate('?issue=1')}>
          签发证书
        </Button>
      }
      empty={{ title: '还没有登记的证书', children: <p>可以在这里签发，或由“批量导入”补录历史证书。</p> }}
      cells={{
        holderName: ({ holderName, organisationName }) => (
          <>
            {holderName}
            {organisationName !== holderName && <small className="cell-note">{organisationName}</small>}
          </>
        ),
        kindName: ({ cells, registerName }) => (
          <>
            {cells.kindName}
            <small className="cell-note">{registerName}</small>
          </>
        ),
        statusName: ({ status, statusName }) => <StatusTag status={status} name={statusName} />,
      }}
    />
  )
}

type Chosen = { register?: string; groupCode?: string; kindCode?: string }

/** Kinds are those of the register that is chosen, levels those of the kind. */
function choicesOf(catalogues: CertificateList['catalogues'], { register, groupCode, kindCode }: Chosen) {
  const groups = catalogues.filter(one => !register || one.register === register).flatMap(one => one.groups)
  const kinds = groups.filter(({ code }) => !groupCode || code === groupCode).flatMap(group => group.kinds)
  const levels = kinds.find(({ code }) => code === kindCode)?.levels ?? []
  return { groupCode: groups, kindCode: kinds, levelCode: levels }
}

const CONTENT = ''

/** A new certificate; the holder may be named in the address, as the screens of organisations and persons do. */
function IssueForm() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const given = (name: string) => Number(query.get(name)) || null
  const [holder, setHolder] = useState({ organisationId: given('organisationId'), personId: given('personId') })
  const [values, setValues] = useState<FormValues>({ issuedOn: dayOf(new Date()) })
  const { submit, busy, error, fields: faults } = useSubmit('POST /staff/certificate/issue')
  const { data: catalogues = [] } = useApi('GET /staff/certificate/kinds', {})
  const issued = catalogues.filter(({ isIssued }) => isIssued)
  const kinds = issued.flatMap(({ register, groups }) =>
    groups.flatMap(group =>
      group.kinds.flatMap(kind => (kind.isRetired ? [] : { ...kind, register, groupName: group.name })),
    ),
  )
  const kind = kinds.find(({ code }) => code === values.kindCode)
  const isPersonal = kind ? kind.register === 'personnel' : holder.personId !== null
  const send = async () => {
    const done = await submit({ ...(values as { kindCode: string; issuedOn: string }), ...holder })
    if (done) navigate(`/staff/certificates/${done.id}`)
  }
  const change = (next: FormValues) =>
    setValues(next.kindCode === values.kindCode ? next : { ...next, levelCode: null })
  const name = isPersonal ? 'personId' : 'organisationId'
  const options = kinds.map(({ code, name, groupName }) => ({ code, name: `${groupName} · ${name}` }))
  return (
    <section className="desk-card">
      <h2>签发证书</h2>
      <Form
        fields={issueFields(options, kind?.levels ?? [])}
        values={values}
        onChange={change}
        errors={faults}
        labelOf={of => (of === name ? '持证者' : undefined)}
        onSubmit={() => void send()}
      >
        <HolderPicker
          key={name}
          kind={isPersonal ? 'person' : 'organisation'}
          name={name}
          label={isPersonal ? '持证人员' : '持证单位'}
          value={holder[name]}
          onChange={id => setHolder({ ...holder, [name]: id })}
          required
          hint="名单里没有的，请先到“单位”或“人员”中添加"
          error={faults[name]}
        />
        {error && Object.keys(faults).length === 0 && <Problem>{error.message}</Problem>}
        <div className="form-actions">
          <Button type="primary" htmlType="submit" loading={busy}>
            签发
          </Button>
          <Button onClick={() => navigate('/staff/certificates')}>返回列表</Button>
        </div>
      </Form>
    </section>
  )
}

type Options = readonly { code: string; name: string }[]

const issueFields = (kinds: Options, levels: Options): FormField[] => [
  { name: 'kindCode', label: '种类', section: CONTENT, kind: 'choice', required: true, options: kinds },
  ...(levels.length
    ? [{ name: 'levelCode', label: '级别', section: CONTENT, kind: 'choice', required: true, options: levels } as const]
    : []),
  {
    name: 'number',
    label: '编号',
    section: CONTENT,
    kind: 'text',
    max: 40,
    hint: '留空由系统按规则取号；补录历史证书时填写原编号',
  },
  {
    name: 'scope',
    label: '范围',
    section: CONTENT,
    kind: 'paragraph',
    max: 500,
    hint: '留空使用该级别规定的范围',
  },
  ...datesFields(CONTENT),
]

type Row = { id: number; number: string }
type Act = 'renewed' | 'suspended' | 'resumed'

const acts: ActForMany<Act>[] = [
  {
    code: 'renewed',
    name: '换证',
    intro: `到期前 ${EXPIRING_DAYS} 天内或已到期的，按种类的有效年限各换发一张新编号的证书，原证书记为被替代，持证者会收到通知。不能撤销。会员证书、获奖证书不在这里办理。`,
    fields: renewalFields,
    initial: { issuedOn: dayOf(new Date()), term: 'following', reason: '期满换证' },
  },
  {
    code: 'suspended',
    name: '暂停',
    intro: '暂停期间公开查验显示“已暂停”和原因，可以恢复；持证者会收到通知。会员证书、获奖证书不在这里办理。',
    fields: actFields(),
    back: '这些证书恢复有效，历史中两次都在，持证者会收到通知。',
  },
  {
    code: 'resumed',
    name: '恢复',
    intro: '从生效日期起恢复有效，持证者会收到通知。会员证书、获奖证书不在这里办理。',
    fields: actFields(),
    back: '这些证书重新暂停，历史中两次都在，持证者会收到通知。',
  },
]

/** What can be done to many certificates at once, each as on its own screen. */
const CertificatesOnMany = ({ rows, done }: { rows: Row[]; done: () => void }) => (
  <ActsOnMany
    rows={rows}
    nameOf={({ number }) => number}
    unit="张证书"
    acts={acts}
    changed={done}
    send={send}
    takeBack={(action, some, stated) =>
      send(
        action === 'suspended' ? 'resumed' : 'suspended',
        some.map(({ id }) => id),
        stated,
      )
    }
  />
)

function send(action: Act, ids: number[], { effectiveOn, issuedOn, term, reason: given }: FormValues) {
  const reason = String(given ?? '')
  return action === 'renewed'
    ? browserApi('POST /staff/certificate/renewMany', {
        ids,
        issuedOn: String(issuedOn ?? ''),
        term: term === 'fromIssue' ? 'fromIssue' : 'following',
        reason,
      })
    : browserApi('POST /staff/certificate/bulk', { ids, action, effectiveOn: String(effectiveOn ?? ''), reason })
}
