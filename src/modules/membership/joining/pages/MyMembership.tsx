import './apply.css'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useSubmit } from '#api/useApi.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { ProveCompany } from '#modules/members/claiming/pages/ProveCompany.tsx'
import { ProfileFirst } from '#modules/members/pages/ProfileFirst.tsx'
import { MyFees } from '#modules/membership/fees/pages/MyFees.tsx'
import { isEnded } from '#modules/membership/words.ts'
import { MySeats } from '#modules/posts/pages/MySeats.tsx'
import { isClosed } from '#modules/review/workflow.ts'
import { Facts } from '#ui/Facts.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Upload, type UploadedFile } from '#ui/file/Upload.tsx'
import { Field } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import { claimFields } from '../claimForm.ts'
import type { Route } from './+types/MyMembership'

export { myMembership as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [own, company] = await Promise.all([api('GET /member/membership', {}), api('GET /member/company/claim', {})])
  return { own, company }
})

type Own = Output<ApiContract['GET /member/membership']>

/** 我的会员身份: the card of a member, or the way to become one. */
export default function MyMembership({ loaderData: { own, company } }: Route.ComponentProps) {
  const revalidate = useRevalidate()
  const [query] = useSearchParams()
  return (
    <>
      <ProveCompany claim={company} done={revalidate} />
      {own.member && <MemberCard member={own.member} />}
      <MySeats />
      {!own.member && company.state === 'none' && <Joining own={own} />}
      {own.fees.length > 0 && <MyFees fees={own.fees} account={own.payAccount} changed={revalidate} />}
      {!own.member && (
        <details className="centre-card" open={query.has('claim') || own.claim !== null || company.state === 'pending'}>
          <summary>本单位（本人）早已是会员，或持有协会颁发的证书？在这里认领</summary>
          <ClaimForm claim={own.claim} done={revalidate} />
        </details>
      )}
      {!own.member && own.levels.length > 0 && <Levels levels={own.levels} />}
    </>
  )
}

const MemberCard = ({ member }: { member: NonNullable<Own['member']> }) => (
  <section className="centre-card member-card">
    <p className="member-number">{member.memberNo}</p>
    <h2>{member.levelName}</h2>
    <Facts
      facts={[
        ['状态', member.statusName],
        ['入会日期', longDay(member.joinDate)],
        ['有效期至', member.validTo ? longDay(member.validTo) : '长期'],
        ['会费已缴', member.feePaidYear ? `${member.feePaidYear} 年度` : '尚无记录'],
      ]}
    />
    <p className="form-actions">
      {member.certificateUrl && (
        <>
          <DownloadButton primary from="POST /member/download" input={{ type: 'certificate' }}>
            下载会员证书
          </DownloadButton>
          <a href={new URL(member.certificateUrl).pathname + new URL(member.certificateUrl).search}>查验页面</a>
        </>
      )}
      {member.pageUrl && <Link to={member.pageUrl}>公开的会员主页</Link>}
      <Link to="/admin/user/style">编辑会员风采</Link>
      {!isEnded(member.status) && <Link to="/admin/user/apply/leaving">申请退会</Link>}
    </p>
  </section>
)

/** Screen before membership: first the profile, then the application and its progress. */
function Joining({ own: { isComplete, application, levels, joining } }: { own: Own }) {
  if (!isComplete) return <ProfileFirst then="填写单位或个人资料后，即可在线申请入会，已填的内容会自动带入申请表。" />
  const isOpen = application && !isClosed(application.status)
  if (!isOpen && levels.length === 0)
    return <Alert type="info" showIcon title="目前没有接受申请的会员级别" description="如需入会，请与协会联系。" />
  return (
    <section className="centre-card">
      <h2>{isOpen ? `入会申请：${application.statusName}` : '申请入会'}</h2>
      {isOpen ? (
        <p className="form-actions">
          <Link to={application.route}>
            <Button type="primary" size="large">
              继续办理
            </Button>
          </Link>
          <Link to={`/admin/user/doing/${application.id}`}>查看进度</Link>
        </p>
      ) : (
        <>
          {application && (
            <p>
              上一次申请（{application.number ?? '草稿'}）{application.statusName}，可以重新申请。
            </p>
          )}
          {joining.condition && <p className="joining-condition">{joining.condition}</p>}
          <ol className="joining-steps">
            <li>在线填写申请表，提交初审</li>
            {joining.steps.map(step => (
              <li key={step}>{step}</li>
            ))}
            <li>领取电子会员证书</li>
          </ol>
          <p className="form-actions">
            <Link to="/admin/user/membership/apply">
              <Button type="primary" size="large">
                填写入会申请表
              </Button>
            </Link>
          </p>
        </>
      )}
    </section>
  )
}

const orUnlimited = (count: number | null) => count ?? '不限'

const levelColumns: TableColumn<Own['levels'][number]>[] = [
  {
    name: '级别',
    cell: ({ name, condition }) => (
      <>
        {name}
        {condition && <small className="joining-condition">{condition}</small>}
      </>
    ),
  },
  { name: '会费（元/年）', cell: ({ fee }) => formatYuan(fee), nowrap: true },
  { name: '网站宣传（天/年）', cell: ({ advertDays }) => orUnlimited(advertDays), nowrap: true },
  { name: '会员价培训名额（个/年）', cell: ({ trainingSeats }) => orUnlimited(trainingSeats), nowrap: true },
]

const Levels = ({ levels }: { levels: Own['levels'] }) => (
  <section className="centre-card">
    <h2>会员级别、会费与权益</h2>
    <Table caption="会员级别、会费与权益" columns={levelColumns} rows={levels} keyOf={({ code }) => code} />
  </section>
)

type Claim = Output<ApiContract['GET /member/membership']>['claim']

/** Fields to fill in; the company was named at registration. */
const typedFields = claimFields.filter(({ name }) => name === 'memberNumber' || name === 'note')

/** 认领: the number that is printed on what one has, and proof of being who it names. */
function ClaimForm({ claim, done }: { claim: Claim; done: () => void }) {
  const [values, setValues] = useState<FormValues>({})
  const [proof, setProof] = useState<UploadedFile[]>([])
  const claiming = useSubmit('POST /member/claim')
  if (claim && !isClosed(claim.status) && claim.status !== 'returned')
    return (
      <p>
        认领申请{claim.statusName}，由工作人员核对。<Link to={`/admin/user/doing/${claim.id}`}>查看进度</Link>
      </p>
    )
  const send = async () => {
    const { memberNumber, note } = values
    const sent = {
      memberNumber: String(memberNumber ?? ''),
      note: String(note ?? ''),
      fileIds: proof.map(({ id }) => id),
    }
    if (await claiming.submit(sent)) done()
  }
  return (
    <Form
      fields={typedFields}
      values={values}
      onChange={setValues}
      errors={claiming.fields}
      message={claiming.error?.message}
      labelOf={name => (name === 'proof' ? '证明材料' : undefined)}
      onSubmit={() => void send()}
    >
      <Field
        name="proof"
        label="证明材料"
        required
        group
        error={claiming.fields.proof}
        hint="加盖公章的认领函（写明单位、统一社会信用代码、本账号用户名和经办人），以及会员证书、营业执照等，可多份"
      >
        {described => (
          <Upload {...described} use="material" max={5} value={proof} onChange={setProof} label="证明材料" />
        )}
      </Field>
      {claiming.error && Object.keys(claiming.fields).length === 0 && <Problem>{claiming.error.message}</Problem>}
      <p className="form-actions">
        <Button type="primary" htmlType="submit" loading={claiming.busy}>
          提交认领
        </Button>
      </p>
    </Form>
  )
}
