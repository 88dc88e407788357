import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { useEditing } from '#layouts/staff/useEditing.ts'
import type { Output } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Neighbours } from '#ui/register/Neighbours.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffPerson'
import { Careers } from './Careers.tsx'
import { persons } from './registers.ts'
import { Studies } from './Studies.tsx'
import { StudyHours } from './StudyHours.tsx'

export { staffPerson as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/person/detail', { id: pathId(params.id) }),
)

export type PersonFile = Output<ApiContract['GET /staff/person/detail']>

export default ({ loaderData: of }: Route.ComponentProps) => <Person key={of.id} of={of} />

function Person({ of }: { of: PersonFile }) {
  useScreenName(of.name)
  const { isEditing, edit, form } = useEditing()
  const [left, leave] = useState<Left>(null)
  const done = (from: Left) => {
    leave(from)
    form.done()
  }
  return isEditing ? (
    <EditPerson of={of} {...form} done={done} />
  ) : (
    <>
      <Neighbours of={persons} id={of.id} unit="人" />
      {left && <AffectedCertificates left={left} />}
      <Head of={of} edit={edit} />
      <section className="desk-card">
        <h2>证书</h2>
        <HeldCertificates caption={`${of.name}的证书`} rows={of.held} empty="没有登记的证书" />
      </section>
      <Studies of={of} card="desk-card" />
      <section className="desk-card">
        <h2>任职经历</h2>
        <Careers name={of.name} rows={of.employments} />
      </section>
    </>
  )
}

const AffectedCertificates = ({ left: { organisationName, certificates } }: { left: NonNullable<Left> }) => (
  <section className="desk-card" role="status">
    <h2>已离开 {organisationName}</h2>
    <p>
      {certificates.length > 0
        ? '该单位持有下列资质证书，请核对其持证人员是否仍然足够：'
        : '该单位目前没有在有效期内的资质证书。'}
    </p>
    {certificates.length > 0 && (
      <HeldCertificates caption={`${organisationName}的资质证书`} rows={certificates} empty="" />
    )}
  </section>
)

function Head({ of, edit }: { of: PersonFile; edit: () => void }) {
  const mayIssue = useMay('staff:certificates')
  const { submit, busy, error } = useSubmit('POST /staff/person/reveal')
  const [whole, show] = useState<{ idNumber: string | null; mobile: string | null }>()
  const reveal = async () => {
    const told = await submit({ id: of.id })
    if (told) show(told)
  }
  const { idNumber, mobile } = whole ?? of
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>{of.name}</h2>
        <span className="form-actions">
          {!whole && (of.idNumber || of.mobile) && (
            <Button loading={busy} onClick={() => void reveal()}>
              完整显示证件与手机
            </Button>
          )}
          <Button onClick={edit}>修改资料</Button>
        </span>
      </div>
      <Problem>{error?.message}</Problem>
      <div aria-live="polite">
        <Facts
          facts={[
            ['证件号码', idNumber ?? '未登记'],
            ['手机', mobile ?? '未登记'],
            [
              '在册的工作单位',
              of.organisationId && <Link to={`/staff/organisations/${of.organisationId}`}>{of.employerName}</Link>,
            ],
            ...of.facts
              .filter(({ label }) => label !== '姓名' && label !== '会员名录公示')
              .map(({ label, text }) => [label, text] as const),
            ['公示同意', of.consent && `${shortDay(of.consent.at)}，文本版本 ${of.consent.version}`],
            ['会员', of.memberId && <Link to={`/staff/members/${of.memberId}`}>打开会员详情</Link>],
          ]}
        />
      </div>
      {mayIssue && (
        <p>
          <Link to={`/staff/certificates?issue=1&personId=${of.id}`}>为其签发证书</Link>
        </p>
      )}
    </section>
  )
}

/** Whom the person has left, and what stands on that one's people. */
type Left = Output<ApiContract['POST /staff/person/edit']>['left']
type Props = { of: PersonFile; done: (left: Left) => void; cancel: () => void; reload: () => void }

function EditPerson({ of, done, cancel, reload }: Props) {
  const [organisationId, employ] = useState(of.organisationId)
  const sending = useSubmit('POST /staff/person/edit')
  const leaves = of.organisationId !== null && organisationId !== of.organisationId
  const save = async (form: Record<string, unknown>) => {
    const saved = await sending.submit({ id: of.id, version: of.version, form, organisationId })
    if (saved) done(saved.left)
    return saved !== undefined
  }
  return (
    <section className="desk-card">
      <h2>修改资料：{of.name}</h2>
      <RegisterForm
        name={`person-${of.id}`}
        fields={of.fields}
        form={of.form}
        masked={of.masked}
        isChanged={organisationId !== of.organisationId}
        save={save}
        sending={sending}
        reload={reload}
        cancel={cancel}
      >
        <HolderPicker
          kind="organisation"
          name="organisationId"
          label="在册的工作单位"
          hint="清空表示已离开；单位资质的人员条件因此变化的，单位收到消息"
          value={organisationId}
          onChange={employ}
          error={sending.fields.organisationId}
        />
        {leaves && of.relying.length > 0 && (
          <div role="status">
            {of.ifLeft.length > 0 && (
              <ul className="field-error">
                {of.ifLeft.map(sentence => (
                  <li key={sentence}>{sentence}。</li>
                ))}
              </ul>
            )}
            <p>保存后此人离开 {of.employerName}，该单位持有下列资质证书，请核对其持证人员是否仍然足够：</p>
            <HeldCertificates caption={`${of.employerName}的资质证书`} rows={of.relying} empty="" />
          </div>
        )}
      </RegisterForm>
    </section>
  )
}

type Held = Output<ApiContract['GET /staff/person/detail']>['relying'][number]
/** A person's own tell the hours for their renewal, too. */
type HeldCertificatesProps = {
  caption: string
  rows: (Held & { hours?: number; hoursNeeded?: number })[]
  empty: string
}

function HeldCertificates({ caption, rows, empty }: HeldCertificatesProps) {
  const mayOpen = useMay('staff:certificates')
  if (rows.length === 0) return <p>{empty}。</p>
  return (
    <Table
      caption={caption}
      rows={rows}
      columns={[
        { name: '证书', cell: ({ kindName, levelName }) => [kindName, levelName].filter(Boolean).join(' ') },
        {
          name: '编号',
          cell: ({ id, number }) =>
            mayOpen ? (
              <Link to={`/staff/certificates/${id}`}>{number}</Link>
            ) : (
              <Link to={`/admin/verify?number=${number}`}>{number}</Link>
            ),
          nowrap: true,
        },
        { name: '发证日期', cell: ({ issuedOn }) => issuedOn, nowrap: true },
        { name: '有效期至', cell: ({ validTo }) => validTo ?? '长期', nowrap: true },
        ...(rows.some(({ hours }) => hours !== undefined)
          ? [{ name: '学时', cell: ({ hours = 0, hoursNeeded = 0 }) => <StudyHours of={{ hours, hoursNeeded }} /> }]
          : []),
        {
          name: '状态',
          cell: ({ status, statusName }) => <StatusTag status={status} name={statusName} />,
          nowrap: true,
        },
      ]}
    />
  )
}
