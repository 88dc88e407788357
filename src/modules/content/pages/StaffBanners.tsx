import { Button } from 'antd'
import type { ApiContract } from '#api/contract.ts'
import { useFile } from '#api/useFile.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { RowActs } from '#modules/settings/pages/RowActs.tsx'
import { SiteHistory } from '#modules/settings/pages/SiteHistory.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Movable, useDrag } from '#ui/Movable.tsx'
import { Carousel } from '#ui/media/Carousel.tsx'
import { States } from '#ui/States.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffBanners'
import './staffBanners.css'

export { staffBanners as handle } from './screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/banner/list', {}))

type Row = Output<ApiContract['GET /staff/banner/list']>['list'][number]

const places = [
  { code: 'home', name: '首页轮播' },
  { code: 'party', name: '党建横幅' },
]

/** The two sets of pictures: of the home page, and of party building. */
export default function StaffBanners({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData)
  const desk = useSiteDesk({
    answer,
    called: '轮播图',
    save: 'POST /staff/banner/save',
    move: 'POST /staff/banner/move',
    remove: 'POST /staff/banner/remove',
    preview: typed => <Preview typed={typed} />,
  })
  const rows = answer.data?.list ?? []
  const within = (place: unknown) => rows.filter(row => row.values.place === place)
  const drag = useDrag<Row>((row, onto) => {
    const { place } = onto.values
    desk.put(row, within(place).indexOf(onto) + 1, String(place))
  })
  return (
    <>
      {desk.notice}
      {places.map(({ code, name }, i) => (
        <section key={code} className="desk-card">
          <div className="desk-card-head">
            <h2>{name}</h2>
            <Button type={i === 0 ? 'primary' : 'default'} onClick={() => desk.add({ place: code })}>
              新增{name}
            </Button>
          </div>
          <States answer={answer} empty={{ when: () => within(code).length === 0, title: `没有${name}` }}>
            {() => (
              <Movable rows={within(code)} label={`${name}的先后`} move={desk.put} drag={drag}>
                {row => <Banner row={row} desk={desk} />}
              </Movable>
            )}
          </States>
        </section>
      ))}
      <SiteHistory objectType="banner" seen={answer.data?.list} done={answer.reload} />
      {desk.dialogs}
    </>
  )
}

const Banner = ({ row, desk }: { row: Row; desk: Parameters<typeof RowActs<Row>>[0]['desk'] }) => (
  <>
    <img className="banner-thumb" src={`${row.imgUrl}?w=320`} alt={String(row.values.alt ?? '')} />
    <div className="movable-main">
      <p>
        <b>{row.name}</b> {!row.showing && <Tag>此刻不显示</Tag>}
      </p>
      <p>{periodOf(row.values)}</p>
    </div>
    <RowActs row={row} desk={desk} />
  </>
)

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
