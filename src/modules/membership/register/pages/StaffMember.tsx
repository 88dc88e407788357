import { Button } from 'antd'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useApi, useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import { useEditing } from '#layouts/staff/useEditing.ts'
import type { Output } from '#lib/contract.ts'
import { FilePeople } from '#modules/members/pages/FilePeople.tsx'
import { RegisterForm } from '#modules/members/pages/RegisterForm.tsx'
import { members } from '#modules/membership/pages/registers.ts'
import { Facts } from '#ui/Facts.tsx'
import { History } from '#ui/History.tsx'
import { Neighbours } from '#ui/register/Neighbours.tsx'
import { States } from '#ui/States.tsx'
import type { Route } from './+types/StaffMember'
import { MemberActs } from './MemberActs.tsx'
import { MemberStatusTag } from './MemberStatusTag.tsx'

export { staffMember as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/member/detail', { id: pathId(params.id) }),
)

export type MemberDetail = Output<ApiContract['GET /staff/member/detail']>

/** One member: level, term, certificate, history and actions. */
export default ({ loaderData: of }: Route.ComponentProps) => <Member key={of.id} of={of} />

function Member({ of }: { of: MemberDetail }) {
  useScreenName(of.name)
  const revalidate = useRevalidate()
  return (
    <>
      <Neighbours of={members} id={of.id} unit="个" />
      <section className="desk-card">
        <h2>
          {of.name} <MemberStatusTag status={of.status} name={of.statusName} />
        </h2>
        <MemberFacts of={of} />
        <MemberActs of={of} reload={() => void revalidate()} />
      </section>
      {of.fields.length > 0 && <OwnFields of={of} />}
      {of.organisationId && <Contacts id={of.organisationId} />}
      <section className="desk-card">
        <h2>变动历史</h2>
        {of.events.length === 0 && <p>入会以来没有变动。</p>}
        <History
          events={of.events.map(({ kindName, effectiveOn, recordedAt, before, after, ...event }) => ({
            ...event,
            name: kindName,
            day: effectiveOn,
            at: recordedAt,
            changes: after ? [{ label: '', before, after }] : [],
          }))}
        />
      </section>
    </>
  )
}

/** The association's own fields of the membership, and their form. */
function OwnFields({ of }: { of: MemberDetail }) {
  const { isEditing, edit, form } = useEditing()
  const sending = useSubmit('POST /staff/member/own')
  const save = async (changes: Record<string, unknown>) => {
    const saved = await sending.submit({ id: of.id, version: of.version, form: changes })
    if (saved) form.done()
    return saved !== undefined
  }
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>自定义栏目</h2>
        {!isEditing && <Button onClick={edit}>填写</Button>}
      </div>
      {isEditing ? (
        <RegisterForm
          name={`member-${of.id}`}
          fields={of.fields}
          form={of.form}
          save={save}
          sending={sending}
          reload={form.reload}
          cancel={form.cancel}
        />
      ) : of.facts.length > 0 ? (
        <Facts facts={of.facts.map(({ label, text }) => [label, text] as const)} />
      ) : (
        <p>还没有填写。</p>
      )}
    </section>
  )
}

/** Shows whom one calls at the member's company. */
function Contacts({ id }: { id: number }) {
  const answer = useApi('GET /staff/organisation/detail', { id })
  return <States answer={answer}>{file => <FilePeople file={file} />}</States>
}

function MemberFacts({ of }: { of: MemberDetail }) {
  const mayOpen = useMay('staff:certificates')
  const { certificate } = of
  return (
    <Facts
      facts={[
        ['会员编号', of.memberNo],
        ['类型', of.kindName],
        ['级别', of.levelName],
        ['地区', of.provinceName],
        ['入会日期', of.joinedOn],
        ['有效期至', of.validTo ?? '长期'],
        ['会费缴至', of.feePaidYear ? `${of.feePaidYear} 年度` : '未缴'],
        ['名录', of.isPublic ? '公开' : '不公开'],
        ['公开页', of.pageUrl && <a href={of.pageUrl}>打开会员主页</a>],
        ['退出', of.endedOn && `${of.endedOn}　${of.endReason}`],
        [
          '会员证书',
          certificate &&
            (mayOpen ? (
              <>
                <Link to={`/staff/certificates/${certificate.id}`}>{certificate.number}</Link>（{certificate.statusName}
                ）
              </>
            ) : (
              <>
                <a href={certificate.verifyUrl}>{certificate.number}</a>（{certificate.statusName}）
              </>
            )),
        ],
        [
          '单位档案',
          of.organisationId && <Link to={`/staff/organisations/${of.organisationId}`}>打开单位档案，修改公开资料</Link>,
        ],
        ['人员档案', of.personId && <Link to={`/staff/persons/${of.personId}`}>打开人员档案</Link>],
      ]}
    />
  )
}
