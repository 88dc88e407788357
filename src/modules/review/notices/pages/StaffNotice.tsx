import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { longDay, minute } from '#lib/dates.ts'
import { ActButton, defineAct } from '#ui/act/Acts.tsx'
import { Facts } from '#ui/Facts.tsx'
import { StateTag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffNotice'
import { ObjectionCard } from './ObjectionCard.tsx'
import { noticeTones } from './StaffNotices.tsx'

export { staffNotice as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) =>
  api('GET /staff/notice/detail', { id: pathId(params.id) }),
)

export type StaffNoticeDetail = Output<ApiContract['GET /staff/notice/detail']>

export default function StaffNotice({ loaderData: of }: Route.ComponentProps) {
  useScreenName(of.title)
  const revalidate = useRevalidate()
  return <Notice of={of} changed={revalidate} />
}

function Notice({ of, changed }: { of: StaffNoticeDetail; changed: () => void }) {
  const mayDecide = useMay('staff:decide')
  const [_prolonging, _setProlonging] = useState(false)
  return (
    <>
      <section className="desk-card">
        <div className="desk-card-head">
          <h2>{of.title}</h2>
          <StateTag of={of} tones={noticeTones} />
        </div>
        <Facts
          facts={[
            ['事项', `${of.kindName}：${of.detail}`],
            [
              '公示期',
              `${longDay(of.fromDay)}至${longDay(of.toDay)}${of.prolongReason && `（延长：${of.prolongReason}）`}`,
            ],
            ['进度', progressOf(of)],
            [
              '申请',
              <Link key="application" to={`/staff/review/${of.applicationId}`}>
                {of.applicationNumber}
              </Link>,
            ],
          ]}
        />
        <div className="form-actions">
          {mayDecide && of.state !== 'ended' && <ActButton act={prolong} of={of} called={of.title} reload={changed} />}
          <a className="button" href={`/admin/publicity/notice/${of.id}`}>
            查看公示页面
          </a>
        </div>
      </section>
      {of.list.length === 0 && (
        <section className="desk-card">
          <h2>异议</h2>
          <p>没有收到异议。</p>
        </section>
      )}
      {of.list.map(one => (
        <ObjectionCard key={one.id} of={one} mayDecide={mayDecide} changed={changed} />
      ))}
    </>
  )
}

function progressOf({ state, heldAt, daysLeft, openObjections }: StaffNoticeDetail): string {
  if (state === 'held')
    return `自 ${minute(heldAt!)} 起暂停计时，${openObjections || '此前的'} 件异议办结后恢复，至少再公示 1 个工作日`
  if (state === 'due') return '公示期已满，没有未办结的异议，今晚零点后自动通过'
  if (state === 'ended') return openObjections ? `已结束，仍有 ${openObjections} 件异议待办` : '已结束'
  return daysLeft === 0 ? '今天截止，期满后自动通过' : `还有 ${daysLeft} 天，期满且没有异议则自动通过`
}

const prolong = defineAct<StaffNoticeDetail>()({
  name: '延长公示期',
  action: '延长',
  confirm: '公示页面随即写明新的期限和理由，公示中的申请人收到消息。',
  fields: [
    { name: 'days', label: '延长', kind: 'number', section: '', required: true, min: 1, max: 30, unit: '个工作日' },
    { name: 'reason', label: '理由', kind: 'text', section: '', required: true, max: 200, hint: '会在公示页面公布' },
  ],
  initial: () => ({ days: 3, reason: '' }),
  call: 'POST /staff/notice/prolong',
  input: ({ id }, { days, reason }) => ({ id, days: Number(days), reason: String(reason) }),
  done: (_, { toDay }) => `公示期延长到 ${toDay}`,
})
