import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useSubmit } from '#api/useApi.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { useEditing } from '#layouts/staff/useEditing.ts'
import type { Output } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { Facts } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Neighbours } from '#ui/register/Neighbours.tsx'
import type { Route } from './+types/StaffPerson'
import { Careers } from './Careers.tsx'
import { EditPerson, type Left } from './EditPerson.tsx'
import { HeldCertificates } from './HeldCertificates.tsx'
import { persons } from './registers.ts'
import { Studies } from './Studies.tsx'

export { staffPerson as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/person/detail', { id: pathId(params.id) }),
)

export type PersonFile = Output<ApiContract['GET /staff/person/detail']>

/** One person: who it is, what it holds, where it works. */
export default ({ loaderData: of }: Route.ComponentProps) => <Person key={of.id} of={of} />

function Person({ of }: { of: PersonFile }) {
  useCalled(of.name)
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
      {left && <KnockOn left={left} />}
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

const KnockOn = ({ left: { organisationName, certificates } }: { left: NonNullable<Left> }) => (
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
