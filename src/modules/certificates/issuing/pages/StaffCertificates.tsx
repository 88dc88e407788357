import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useApi, useSubmit } from '#api/useApi.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { certificates } from '#modules/certificates/pages/registers.ts'
import { CallReach, withoutWords } from '#ui/act/CallReach.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { datesFields } from '../correctionForm.ts'
import type { Route } from './+types/StaffCertificates'
import { CertificateRegister } from './CertificateRegister.tsx'
import { HolderPicker } from './HolderPicker.tsx'

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

/** Lists the certificates of all registers; with `?issue=1` shows the form for a new one. */
export default function StaffCertificates({ loaderData: list }: Route.ComponentProps) {
  return list ? <CertificateRegister list={list} /> : <IssueForm />
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
  const fields = issueFields(options, kind?.levels ?? [])
  return (
    <section className="desk-card">
      <h2>签发证书</h2>
      <Form
        fields={fields}
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
        {kind && holder[name] !== null && (
          <CallReach
            call="POST /staff/certificate/issue"
            inputs={[{ ...(withoutWords(fields, values) as { kindCode: string; issuedOn: string }), ...holder }]}
          />
        )}
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
