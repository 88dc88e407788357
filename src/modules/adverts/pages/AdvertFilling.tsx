import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { ApplicationAnswers, ApplicationForm, Attached } from '#modules/review/pages/ApplicationForm.tsx'
import { wordFaults } from '../advertWords.ts'
import { type Picture, pictureFault } from '../pictureFit.ts'
import { isPosition } from '../positions.ts'
import { AdvertCost } from './AdvertCost.tsx'
import { AdvertPreview } from './AdvertPreview.tsx'
import type { AdvertInfo, OwnAdvert } from './advertViews.ts'
import { usePicture } from './usePicture.ts'

/** The form of an advert, or of a change of it, beside what it costs and how it will look. */
export function AdvertFilling({ info, of }: { info: AdvertInfo; of: OwnAdvert }) {
  const { id } = of
  const [measured, setMeasured] = useState<Measured>()
  const isChange = info.mode === 'change'
  const application = {
    ...info,
    id: isChange ? (of.change?.id ?? null) : of.applicationId,
  }
  const costOf = (values: FormValues) => !isChange && <AdvertCost id={id} values={values} />
  return (
    <ApplicationForm
      of={application}
      noticesIn={values => noticesIn(values, measured, info, of)}
      draftName={`advert-${id}${isChange ? '-change' : ''}`}
      begin={async ({ form, files: materials, answers }) => {
        const sent = { id, form, materials, answers, action: 'save' as const }
        const { applicationId, ...begun } = await browserApi('POST /cms/adverti/user/update', sent)
        return { ...begun, id: applicationId }
      }}
      materials={(places, { draft }) => (
        <>
          <Look values={draft.values} info={info} of={of} onMeasured={setMeasured} />
          <Attached>{places}</Attached>
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

const positionIn = (values: FormValues, { mode }: AdvertInfo, kept: OwnAdvert) =>
  mode === 'change' ? kept.position : values.position
const pictureIn = ({ picture }: FormValues) => (typeof picture === 'number' ? picture : null)

/** Words that the association's list forbids, and a picture that does not fit its place. */
function noticesIn(values: FormValues, measured: Measured | undefined, info: AdvertInfo, kept: OwnAdvert): FieldErrors {
  const [position, id] = [positionIn(values, info, kept), pictureIn(values)]
  const faults = wordFaults(values, info.forbiddenWords)
  // What is on the site already has been looked at.
  const isKept = info.mode === 'change' && id === kept.imageId
  const isMeasured = measured !== undefined && measured.id === id
  const picture = !isKept && isMeasured && isPosition(position) && pictureFault(position, measured)
  return picture ? { ...faults, picture } : faults
}

type Measured = Picture & { id: number }
type LookProps = {
  values: FormValues
  info: AdvertInfo
  of: OwnAdvert
  /** Told what the picture measures, as soon as that is known. */
  onMeasured?: (picture: Measured) => void
}

/** How it will look at its place. */
function Look({ values, info, of: kept, onMeasured }: LookProps) {
  const [position, id] = [positionIn(values, info, kept), pictureIn(values)]
  const file = usePicture(id)
  useEffect(() => {
    if (file && id !== null) onMeasured?.({ ...file, id })
  }, [file, id, onMeasured])
  if (!isPosition(position) || id === null) return null
  return (
    <section className="advert-look" aria-label="预览">
      <AdvertPreview
        position={position}
        picture={{ id }}
        title={String(values.title ?? '')}
        alt={String(values.alt ?? '')}
        advertiser={info.advertiser}
      />
    </section>
  )
}
