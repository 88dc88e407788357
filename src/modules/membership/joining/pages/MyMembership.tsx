import { Alert, Button } from 'antd'
import { Link, useRevalidator, useSearchParams } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { yuan } from '#lib/money.ts'
import { ProveCompany } from '#modules/members/claiming/pages/ProveCompany.tsx'
import { ProfileFirst } from '#modules/members/pages/ProfileFirst.tsx'
import { MyFees } from '#modules/membership/fees/pages/MyFees.tsx'
import { isClosed } from '#modules/review/workflow.ts'
import { Facts } from '#ui/Facts.tsx'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { Table, type TableColumn } from '#ui/table/Table.tsx'
import type { Route } from './+types/MyMembership'
import { ClaimForm } from './ClaimForm.tsx'
import './apply.css'

export { myMembership as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [own, company] = await Promise.all([api('GET /member/membership', {}), api('GET /member/company/claim', {})])
  return { own, company }
})

type Own = Output<ApiContract['GET /member/membership']>

/** 我的会员身份: the card of a member, or the way to become one. */
export default function MyMembership({ loaderData: { own, company } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [query] = useSearchParams()
  return (
    <>
      <ProveCompany claim={company} done={revalidate} />
      {own.member && <MemberCard member={own.member} />}
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
    </p>
  </section>
)

/** Before there is a membership: who one is, then the application, or how far it has come. */
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
  { name: '会费（元/年）', cell: ({ fee }) => yuan(fee), nowrap: true },
  { name: '网站宣传（天/年）', cell: ({ advertDays }) => orUnlimited(advertDays), nowrap: true },
  { name: '会员价培训名额（个/年）', cell: ({ trainingSeats }) => orUnlimited(trainingSeats), nowrap: true },
]

const Levels = ({ levels }: { levels: Own['levels'] }) => (
  <section className="centre-card">
    <h2>会员级别、会费与权益</h2>
    <Table caption="会员级别、会费与权益" columns={levelColumns} rows={levels} keyOf={({ code }) => code} />
  </section>
)
