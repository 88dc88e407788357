import { Alert } from 'antd'
import { useEffect, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { useFile } from '#api/useFile.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import { ApplicationAnswers, ApplicationForm, Attached } from '#modules/review/pages/ApplicationForm.tsx'
import { daysIn, MAX_ADVERT_DAYS } from '../advertForm.ts'
import { wordFaults } from '../advertWords.ts'
import { type Picture, pictureFault } from '../pictureFit.ts'
import { isPosition } from '../positions.ts'
import { AdvertPreview } from './AdvertPreview.tsx'
import { type AdvertInfo, applicationIdOf, type OwnAdvert, type ShownAdvert } from './advertViews.ts'

type FillingProps = {
  info: ShownAdvert
  of: OwnAdvert
  /** Told the title as it is typed. */
  onTitle?: (title: string) => void
}

/** The form of an advert, or of a change of it, beside what it costs and how it will look. */
export function AdvertFilling({ info, of, onTitle }: FillingProps) {
  const { id } = of
  const [measured, setMeasured] = useState<Measured>()
  const isChange = info.mode === 'change'
  const application = { ...info, id: applicationIdOf(info) }
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
          <TypedTitle title={String(draft.values.title ?? '')} tell={onTitle} />
          <FilledPreview values={draft.values} info={info} of={of} onMeasured={setMeasured} />
          <Attached>{places}</Attached>
          {costOf(draft.values)}
        </>
      )}
      summary={filling => (
        <>
          {costOf(filling.draft.values)}
          <FilledPreview values={filling.draft.values} info={info} of={of} />
          <ApplicationAnswers of={application} filling={filling} />
        </>
      )}
    />
  )
}

/** Draws nothing: tells the head of the screen what the advert is called by now. */
function TypedTitle({ title, tell }: { title: string; tell: FillingProps['onTitle'] }) {
  useEffect(() => tell?.(title), [title, tell])
  return null
}

const positionIn = (values: FormValues, { mode }: AdvertInfo, kept: OwnAdvert) =>
  mode === 'change' ? kept.position : values.position
const pictureIn = ({ picture }: FormValues) => (typeof picture === 'number' ? picture : null)

/** Words that the association's list forbids, and a picture that does not fit its place. */
function noticesIn(values: FormValues, measured: Measured | undefined, info: AdvertInfo, kept: OwnAdvert): FieldErrors {
  const [position, id] = [positionIn(values, info, kept), pictureIn(values)]
  const faults = wordFaults(values, info.forbiddenWords)
  // The picture of a running advert was checked before.
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

function FilledPreview({ values, info, of: kept, onMeasured }: LookProps) {
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

function usePicture(id: number | null): Picture | undefined {
  const { url, blob } = useFile(id)
  const [measured, setMeasured] = useState<Picture>()
  useEffect(() => {
    setMeasured(undefined)
    if (!url || !blob) return
    let current = true
    const image = new Image()
    image.onload = () => {
      const { naturalWidth: width, naturalHeight: height } = image
      if (current) setMeasured({ type: blob.type, size: blob.size, width, height })
    }
    image.src = url
    return () => {
      current = false
    }
  }, [url, blob])
  return measured
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Itemised cost of the advert as filled in, and the days that are taken. */
function AdvertCost({ id, values: { position, startsOn, endsOn } }: { id: number; values: FormValues }) {
  const [from, until] = [String(startsOn ?? ''), String(endsOn ?? '')]
  const isAsked =
    isPosition(position) && DAY.test(from) && DAY.test(until) && from <= until && daysIn(from, until) <= MAX_ADVERT_DAYS
  const { data } = useApi('GET /cms/adverti/quote', isAsked ? { id, position, startDate: from, endDate: until } : null)
  if (!isAsked || !data) return <p className="advert-cost faint">选好广告位和日期后，这里显示费用和空位。</p>
  const { amount, words, full, isOpen } = data
  return (
    <div className="advert-cost" role="status">
      <p>
        <b>费用 {formatYuan(amount)} 元</b>　{words}
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
