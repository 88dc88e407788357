import { Alert } from 'antd'
import { browserApi } from '#api/browser.ts'
import type { FormValues } from '#lib/form/form.ts'
import { ApplicationAnswers, ApplicationForm, Attached } from '#modules/review/pages/ApplicationForm.tsx'
import { pictureFault } from '../pictureFit.ts'
import { isPosition } from '../positions.ts'
import { AdvertCost } from './AdvertCost.tsx'
import { AdvertPreview } from './AdvertPreview.tsx'
import type { AdvertInfo, OwnAdvert } from './advertViews.ts'
import { usePicture } from './usePicture.ts'

/** The form of an advert, or of a change of it, beside what it costs and how it will look. */
export function AdvertFilling({ info, of }: { info: AdvertInfo; of: OwnAdvert }) {
  const { id } = of
  const isChange = info.mode === 'change'
  const application = {
    ...info,
    id: isChange ? (of.change?.id ?? null) : of.applicationId,
  }
  const costOf = (values: FormValues) => !isChange && <AdvertCost id={id} values={values} />
  return (
    <ApplicationForm
      of={application}
      draftName={`advert-${id}${isChange ? '-change' : ''}`}
      begin={async ({ form, files: materials, answers }) => {
        const sent = { id, form, materials, answers, action: 'save' as const }
        const { applicationId, ...begun } = await browserApi('POST /cms/adverti/user/update', sent)
        return { ...begun, id: applicationId }
      }}
      materials={(places, { draft }) => (
        <>
          <Look values={draft.values} info={info} of={of} />
          <Attached legend="证明材料">{places}</Attached>
          {costOf(draft.values)}
        </>
      )}
      summary={filling => (
        <>
          {costOf(filling.draft.values)}
          <Look values={filling.draft.values} info={info} of={of} />
          <ApplicationAnswers of={application} filling={filling} />
        </>
      )}
    />
  )
}

type LookProps = { values: FormValues; info: AdvertInfo; of: OwnAdvert }

/** How it will look at its place, and what is wrong with the picture before anybody else says so. */
function Look({ values, info: { advertiser, mode }, of: kept }: LookProps) {
  const position = mode === 'change' ? kept.position : values.position
  const id = typeof values.picture === 'number' ? values.picture : null
  const file = usePicture(id)
  if (!isPosition(position) || id === null) return null
  // What is on the site already has been looked at.
  const fault = file && !(mode === 'change' && id === kept.imageId) && pictureFault(position, file)
  return (
    <section className="advert-look" aria-label="预览">
      {fault && <Alert type="warning" showIcon title={fault} />}
      <AdvertPreview
        position={position}
        picture={{ id }}
        title={String(values.title ?? '')}
        alt={String(values.alt ?? '')}
        advertiser={advertiser}
      />
    </section>
  )
}
