import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Withdraw } from '#modules/review/applying/pages/Withdraw.tsx'
import { AdvertFilling } from './AdvertFilling.tsx'
import type { AdvertInfo, OwnAdvert } from './advertViews.ts'

type Props = { info: AdvertInfo; of: OwnAdvert; changed: () => void }

/** What may be done with it now: changed while it runs, taken back while nobody has decided. */
export function AdvertActs({ info, of, changed }: Props) {
  const isReturned = of.change?.status === 'returned'
  const [changing, change] = useState(isReturned)
  const open = of.change && { id: of.change.id, version: of.change.version, title: `${of.title}的变更` }
  const main = of.applicationId && { id: of.applicationId, version: of.applicationVersion!, title: of.title }
  if (changing && of.canChange)
    return (
      <>
        <section className="centre-card">
          <h2>变更广告内容</h2>
          <p>
            变更通过审核前，原来的内容照常投放；广告位和时间不变。需要延长时间的，请另外新建广告。
            {isReturned && ' 请按标注的要求修改后重新提交。'}
          </p>
        </section>
        <AdvertFilling info={info} of={of} />
      </>
    )
  return (
    <p className="form-actions">
      {of.canChange && (
        <Button size="large" onClick={() => change(true)}>
          {of.change ? '继续变更' : '变更广告内容'}
        </Button>
      )}
      {of.canWithdraw && main && <Withdraw of={main} changed={changed} />}
      {open && of.change?.status === 'submitted' && (
        <>
          <span>变更{of.change.statusName}，通过前原内容照常投放。</span>
          <Withdraw of={open} changed={changed} />
        </>
      )}
      {of.applicationId && of.status !== 'draft' && (
        <Link className="button" to={`/admin/user/doing/${of.change?.id ?? of.applicationId}`}>
          办理记录
        </Link>
      )}
    </p>
  )
}
