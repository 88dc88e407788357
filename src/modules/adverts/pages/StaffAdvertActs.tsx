import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { refused } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { FormValues } from '#lib/form/form.ts'
import { reasonField } from '#lib/form/reasonField.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import type { StaffAdvertInfo } from './StaffAdvert.tsx'

type Props = { of: StaffAdvertInfo; changed: () => void }

const reason = reasonField('广告主会看到', { label: '理由', kind: 'text' })

/** Off the site at once, or back on it. */
export function StaffAdvertActs({ of: { id, version, title, may, startDate, endDate }, changed }: Props) {
  const mayAct = useMay('staff:review')
  const [asking, ask] = useState<'takeDown' | 'putBack'>()
  if (!mayAct) return null
  const close = () => ask(undefined)
  const takeDown = async ({ reason }: FormValues) => {
    await browserApi('POST /staff/advert/takeDown', { id, version, reason: String(reason ?? '') }).catch(error =>
      refused(error, changed),
    )
    announce('广告已下线，广告主已收到通知')
    changed()
  }
  const putBack = async ({ reason }: FormValues) => {
    await browserApi('POST /staff/advert/putBack', { id, version, reason: String(reason ?? '') }).catch(error =>
      refused(error, changed),
    )
    announce('广告已恢复投放')
    changed()
  }
  return (
    <span className="acts">
      {may.includes('takeDown') && (
        <Button danger onClick={() => ask('takeDown')}>
          下线
        </Button>
      )}
      {may.includes('putBack') && <Button onClick={() => ask('putBack')}>恢复投放</Button>}
      {asking === 'takeDown' && (
        <FormDialog
          title={`下线广告：${title}`}
          fields={[reason]}
          intro={<p>立即从网站撤下，所有页面随即更新。未开始的广告退还会员权益天数；已缴的费用请与广告主商定。</p>}
          action="立即下线"
          danger
          send={takeDown}
          close={close}
        />
      )}
      {asking === 'putBack' && (
        <FormDialog
          title={`恢复投放：${title}`}
          fields={[{ ...reason, label: '说明' }]}
          intro={
            <p>
              在原定时间（{startDate} 至 {endDate}）的剩余日期内投放。广告位已满的日期不能恢复。
            </p>
          }
          action="恢复投放"
          send={putBack}
          close={close}
        />
      )}
    </span>
  )
}
