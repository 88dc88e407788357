import { Alert } from 'antd'
import { useApi } from '#api/useApi.ts'
import type { FormValues } from '#lib/form/form.ts'
import { yuan } from '#lib/money.ts'
import { daysIn, LONGEST } from '../advertForm.ts'
import { isPosition } from '../positions.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** What it costs as it is filled in, with the sum spelled out; and which of its days are taken. */
export function AdvertCost({ id, values: { position, startsOn, endsOn } }: { id: number; values: FormValues }) {
  const [from, until] = [String(startsOn ?? ''), String(endsOn ?? '')]
  const isAsked =
    isPosition(position) && DAY.test(from) && DAY.test(until) && from <= until && daysIn(from, until) <= LONGEST
  const { data } = useApi('GET /cms/adverti/quote', isAsked ? { id, position, startDate: from, endDate: until } : null)
  if (!isAsked || !data) return <p className="advert-cost faint">选好广告位和日期后，这里显示费用和空位。</p>
  const { amount, words, full, isOpen } = data
  return (
    <div className="advert-cost" role="status">
      <p>
        <b>费用 {yuan(amount)} 元</b>　{words}
      </p>
      {!isOpen && <Alert type="warning" showIcon title="这个广告位暂不开放，请改选其他广告位" />}
      {full.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`所选日期中有 ${full.length} 天已满：${full.slice(0, 8).join('、')}${full.length > 8 ? ' 等' : ''}`}
        />
      )}
    </div>
  )
}
