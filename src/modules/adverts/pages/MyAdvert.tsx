import { Alert } from 'antd'
import { useParams } from 'react-router'
import { pathId } from '#api/load.ts'
import { useApi } from '#api/useApi.ts'
import { ApplyHead } from '#modules/review/applying/pages/ApplyHead.tsx'
import { SentAnswers } from '#modules/review/pages/SentAnswers.tsx'
import { States } from '#ui/States.tsx'
import { AdvertActs } from './AdvertActs.tsx'
import { AdvertFeeCard } from './AdvertFeeCard.tsx'
import { AdvertFilling } from './AdvertFilling.tsx'
import { AdvertPreview } from './AdvertPreview.tsx'
import { AdvertStats } from './AdvertStats.tsx'
import type { AdvertInfo, OwnAdvert } from './advertViews.ts'
import '#modules/review/applying/pages/apply.css'
import './adverts.css'

export { myAdvert as handle } from './screens.ts'

/** One advert: filled in, paid for, changed; and while it stands on the site, how often it is seen. */
export default function MyAdvert() {
  const params = useParams()
  const id = pathId(params.id)
  const answer = useApi('GET /cms/adverti/user/info', { id })
  return (
    <States answer={answer} lines={12}>
      {info => (
        <One key={`${info.mode} ${info.advert!.status}`} info={info} of={info.advert!} changed={answer.reload} />
      )}
    </States>
  )
}

type Props = { info: AdvertInfo; of: OwnAdvert; changed: () => void }

function One({ info, of, changed }: Props) {
  const { mode, progress, auditReason, editable, fee } = info
  const isOnSite = ['running', 'ended', 'takenDown'].includes(of.status)
  const head = { number: of.number, status: progress?.status ?? 'approved', statusName: of.statusName }
  return (
    <>
      <ApplyHead
        head={{ ...head, deadline: of.deadline }}
        title={of.title}
        stages={progress?.stages ?? []}
        remarks={mode === 'change' ? [] : auditReason}
      />
      {of.status === 'takenDown' && <Alert type="error" showIcon title="广告已由协会下线" description={of.reason} />}
      {fee && !of.canEdit && <AdvertFeeCard of={of} fee={fee} changed={changed} />}
      {isOnSite && <AdvertStats of={of} />}
      {mode === 'apply' && editable ? <AdvertFilling info={info} of={of} /> : <Shown info={info} of={of} />}
      <AdvertActs info={info} of={of} changed={changed} />
    </>
  )
}

/** What stands, or will stand, on the site; of an application, what was handed in. */
const Shown = ({ info: { mode, fields, form, materials, advertiser, picture }, of }: Omit<Props, 'changed'>) => (
  <section className="centre-card">
    <h2>广告内容</h2>
    {of.position && (
      <AdvertPreview
        position={of.position}
        picture={mode === 'change' && of.imageId ? { id: of.imageId } : picture}
        title={of.title}
        alt={String(form.alt ?? '')}
        advertiser={advertiser}
      />
    )}
    {mode === 'view' && <SentAnswers fields={fields} form={form} materials={materials} />}
  </section>
)
