import { useFile } from '#api/useFile.ts'
import { minute } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { GroupedRecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Carousel } from '#ui/media/Carousel.tsx'
import { Tag } from '#ui/Tag.tsx'
import './staffBanners.css'
import type { Route } from './+types/StaffBanners'

export { staffBanners as handle } from './screens.ts'

export const clientLoader = recordsLoader('banner')

/** The two sets of pictures: of the home page, and of party building. */
export default function StaffBanners({ loaderData }: Route.ComponentProps) {
  return (
    <GroupedRecordsScreen
      listed={loaderData}
      called="轮播图"
      by="place"
      groups={[
        { code: 'home', name: '首页轮播' },
        { code: 'party', name: '党建横幅' },
      ]}
      history="banner"
      preview={typed => <Preview typed={typed} />}
      picture={({ imgUrl, values }) => (
        <img className="banner-thumb" src={`${imgUrl}?w=320`} alt={String(values.alt ?? '')} />
      )}
      row={({ name, showing, values }) => (
        <>
          <p>
            <b>{name}</b> {!showing && <Tag>此刻不显示</Tag>}
          </p>
          <p>{periodOf(values)}</p>
        </>
      )}
    />
  )
}

function periodOf({ startsAt, endsAt }: FormValues): string {
  const [from, to] = [startsAt, endsAt].map(moment => moment && minute(String(moment)))
  if (!from && !to) return '一直显示'
  return `${from || '即刻'} 至 ${to || '长期'}`
}

/** Preview on a wide screen and on a phone. */
function Preview({ typed: { title, alt, file, mobileFile } }: { typed: FormValues }) {
  const words = { title: String(title ?? ''), alt: String(alt ?? '') }
  return (
    <div className="banner-previews">
      <PreviewPicture {...words} id={file} name="宽屏预览" className="banner-wide" />
      <PreviewPicture {...words} id={mobileFile} name="手机预览" className="banner-narrow" />
    </div>
  )
}

type PreviewPictureProps = {
  title: string
  alt: string
  id: FormValues[string] | undefined
  name: string
  className: string
}

function PreviewPicture({ title, alt, id, name, className }: PreviewPictureProps) {
  const { url } = useFile(typeof id === 'number' ? id : null)
  if (!url) return null
  const slide = { id: 0, title, alt, imgUrl: url, mobileImgUrl: null, linkUrl: null }
  return (
    <figure className={className}>
      <figcaption>{name}</figcaption>
      <Carousel slides={[slide]} name={name} />
    </figure>
  )
}
