import './adverts.css'
import { Alert } from 'antd'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { longDay, minute } from '#lib/dates.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { formatYuan } from '#lib/money.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffAdvert'
import { AdvertDays } from './AdvertDays.tsx'
import { AdvertPreview } from './AdvertPreview.tsx'
import { advertTone, rateOf } from './advertViews.ts'

export { staffAdvert as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /staff/advert', { id: pathId(params.id) }))

export type StaffAdvertInfo = Output<ApiContract['GET /staff/advert']>

/** Screen of one advert for staff: preview, views and clicks, payment, and taking it down. */
export default function StaffAdvert({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const revalidate = useRevalidate()
  return (
    <>
      <Head of={of} changed={revalidate} />
      {of.fee && <Fee fee={of.fee} />}
      <section className="desk-card">
        <h2>投放数据</h2>
        <p>
          浏览 {withCommas(of.views)} 次，点击 {withCommas(of.clicks)} 次，点击率 {rateOf(of)}
        </p>
        {of.days.length > 0 && <AdvertDays days={of.days} />}
      </section>
    </>
  )
}

type Props = { of: StaffAdvertInfo; changed: () => void }

const Head = ({ of, changed }: Props) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>
        {of.title} <Tag tone={advertTone(of.status)}>{of.statusName}</Tag>
      </h2>
      <StaffAdvertActs of={of} changed={changed} />
    </div>
    {of.status === 'takenDown' && (
      <Alert
        type="warning"
        showIcon
        title={`已于 ${of.takenDownAt ? minute(of.takenDownAt) : ''} 下线`}
        description={of.reason}
      />
    )}
    {of.position && of.imageId && (
      <AdvertPreview
        position={of.position}
        picture={{ id: of.imageId }}
        title={of.title}
        alt={of.alt}
        advertiser={of.advertiser}
      />
    )}
    <Facts
      facts={[
        ['编号', of.number],
        ['广告主', of.advertiser],
        ['广告位', of.positionName],
        ['时间', `${of.startDate} 至 ${of.endDate}`],
        ['图片说明', of.alt],
        ['链接', of.linkUrl && <LinkTo key="link" url={of.linkUrl} />],
        ['申请', <CaseLink key="case" id={of.applicationId} name="查看申请与联系人" />],
        ['变更', of.changeId && <CaseLink key="change" id={of.changeId} name="有一份变更待初审" />],
      ]}
    />
  </section>
)

const CaseLink = ({ id, name }: { id: number | null; name: string }) =>
  id ? <Link to={`/staff/review/${id}`}>{name}</Link> : '由协会登记'

/** Opens an external link in a new tab without a referrer, since it may lead anywhere. */
const LinkTo = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer">
    {url}
  </a>
)

function Fee({ fee }: { fee: NonNullable<StaffAdvertInfo['fee']> }) {
  const mayReadMoney = useMay('staff:financeReading')
  return (
    <section className="desk-card">
      <h2>费用与发票</h2>
      <Facts
        facts={[
          ['广告费', `${formatYuan(fee.amount)} 元${fee.stateName && `（${fee.stateName}）`}`],
          ['计算', fee.words],
          ['汇款', fee.paidOn && `${fee.paidOn} ${fee.payer}`],
          ['发票抬头', fee.invoiceTitle],
          ['税号', fee.invoiceCreditCode],
          ['接收邮箱', fee.invoiceEmail],
          ['发票', fee.invoiceNumber && `${fee.invoiceNumber}，${fee.invoiceIssuedOn} 开具`],
          [
            '办理',
            mayReadMoney && fee.receivableId && (
              <Link to={`/staff/receivables/${fee.receivableId}`}>收款、发票与退款</Link>
            ),
          ],
        ]}
      />
    </section>
  )
}

const act = defineAct<StaffAdvertInfo>()
const reason = reasonField('广告主会看到', { label: '理由', kind: 'text' })

const takeDown = act({
  name: '下线',
  title: ({ title }) => `下线广告：${title}`,
  action: '立即下线',
  isDanger: true,
  confirm: '立即从网站撤下，所有页面随即更新。未开始的广告退还会员权益天数；已缴的费用请与广告主商定。',
  fields: [reason],
  call: 'POST /staff/advert/takeDown',
  input: ({ id, version }, { reason }) => ({ id, version, reason: String(reason ?? '') }),
  done: '广告已下线，广告主已收到通知',
})

const putBack = act({
  name: '恢复投放',
  title: ({ title }) => `恢复投放：${title}`,
  confirm: of =>
    `在原定时间（${longDay(of.startDate!)} 至 ${longDay(of.endDate!)}）的剩余日期内投放。广告位已满的日期不能恢复。`,
  fields: [{ ...reason, label: '说明' }],
  call: 'POST /staff/advert/putBack',
  input: ({ id, version }, { reason }) => ({ id, version, reason: String(reason ?? '') }),
  done: '广告已恢复投放',
})

/** Takes the advertisement off the site at once, or puts it back. */
const StaffAdvertActs = ({ of, changed }: { of: StaffAdvertInfo; changed: () => void }) =>
  useMay('staff:review') && (
    <span className="acts">
      {of.may.includes('takeDown') && <ActButton act={takeDown} of={of} reload={changed} />}
      {of.may.includes('putBack') && <ActButton act={putBack} of={of} reload={changed} />}
    </span>
  )
