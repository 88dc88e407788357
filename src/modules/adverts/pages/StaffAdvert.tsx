import { Alert } from 'antd'
import { Link, useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { yuan } from '#lib/money.ts'
import { Facts } from '#ui/Facts.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffAdvert'
import { AdvertDays } from './AdvertDays.tsx'
import { AdvertPreview } from './AdvertPreview.tsx'
import { advertTone, rateOf } from './advertViews.ts'
import { StaffAdvertActs } from './StaffAdvertActs.tsx'
import { StaffAdvertInvoice } from './StaffAdvertInvoice.tsx'
import './adverts.css'
import { withCommas } from '#lib/words/numbers.ts'

export { staffAdvert as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /staff/advert', { id: pathId(params.id) }))

export type StaffAdvertInfo = Output<ApiContract['GET /staff/advert']>

/** One advert: how it looks, how often it was seen, what was paid; and off the site with it. */
export default function StaffAdvert({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.title)
  const { revalidate } = useRevalidator()
  return (
    <>
      <Head of={of} changed={revalidate} />
      {of.fee && <Fee of={of} fee={of.fee} changed={revalidate} />}
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

/** It may lead anywhere: opened apart, and without saying from where. */
const LinkTo = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer">
    {url}
  </a>
)

const Fee = ({ of, fee, changed }: Props & { fee: NonNullable<StaffAdvertInfo['fee']> }) => (
  <section className="desk-card">
    <div className="desk-card-head">
      <h2>费用与发票</h2>
      <StaffAdvertInvoice of={of} fee={fee} changed={changed} />
    </div>
    <Facts
      facts={[
        ['广告费', `${yuan(fee.amount)} 元（${fee.stateName}）`],
        ['计算', fee.words],
        ['汇款', fee.paidOn && `${fee.paidOn} ${fee.payer}`],
        ['发票抬头', fee.invoiceTitle],
        ['税号', fee.invoiceCreditCode],
        ['接收邮箱', fee.invoiceEmail],
        ['发票', fee.invoiceNumber && `${fee.invoiceNumber}，${fee.invoiceIssuedOn} 开具`],
      ]}
    />
  </section>
)
