import '#modules/review/pages/apply.css'
import './adverts.css'
import './placeScheme.css'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { longDay } from '#lib/dates.ts'
import { formatPhone, telAddress } from '#lib/form/phone.ts'
import { formatYuan } from '#lib/money.ts'
import type { Fact } from '#ui/Facts.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Tag } from '#ui/Tag.tsx'
import { type Position, positions } from '../positions.ts'
import type { Route } from './+types/MyAdvertNew'
import { type AdvertInfo, MY_ADVERTS, type Prices } from './advertViews.ts'
import { type Device, schemes, viewOf } from './placeSchemes.ts'

export { myAdvertNew as handle } from './screens.ts'

export const clientLoader = screenLoader(async api => {
  const [prices, blank] = await Promise.all([
    api('GET /cms/adverti/contact', {}),
    api('GET /cms/adverti/user/info', {}),
  ])
  return { prices, blank }
})

/** 新建广告, first of all: where, at which price, and whom to ask. */
export default function MyAdvertNew({ loaderData: { prices, blank } }: Route.ComponentProps) {
  return (
    <>
      <section className="centre-card">
        <h2>选择广告位</h2>
        {prices.notice && <p>{prices.notice}</p>}
        <Places prices={prices} blank={blank} />
      </section>
      <Contact of={prices} />
    </>
  )
}

type PlacesProps = { prices: Prices; blank: AdvertInfo }

function Places({ prices: { positions, offline }, blank: { form, materials } }: PlacesProps) {
  const navigate = useNavigate()
  const { submit, busy, error } = useSubmit('POST /cms/adverti/user/update')
  const begin = async (position: Prices['positions'][number]['code']) => {
    const files = materials.flatMap(({ code, files }) => files.map(({ id: fileId }) => ({ code, fileId })))
    const begun = await submit({ form: { ...form, position }, materials: files, action: 'save' })
    if (begun) navigate(`${MY_ADVERTS}/${begun.id}`)
  }
  return (
    <>
      <ul role="list" className="advert-places">
        {positions.map(({ code, name, size, price, free, isOpen, note, now }) => (
          <li key={code}>
            <PlaceScheme position={code} picture={now[0]?.imgUrl} />
            <div>
              <h3>
                {name} {!isOpen && <Tag>暂不开放</Tag>}
              </h3>
              <p>
                {size} 像素，{price ? `每天 ${formatYuan(price)} 元` : '免费'}
                {isOpen && `，今后 30 天${free ? `每天至少有 ${free} 个空位` : '有的日期已满'}`}
              </p>
              <p>
                {schemes[code].page.name}，{schemes[code].where}
              </p>
              <Occupants now={now} />
              {note && <p className="faint">{note}</p>}
            </div>
            <Button disabled={!isOpen || busy} onClick={() => void begin(code)}>
              选这里<span className="hidden-text">：{name}</span>
            </Button>
          </li>
        ))}
        <li>
          <div className="place-none">
            <h3>
              {offline.name} <Tag>线下洽谈</Tag>
            </h3>
            <p>{offline.note}</p>
          </div>
        </li>
      </ul>
      <Problem>{error?.message}</Problem>
    </>
  )
}

const Occupants = ({ now }: { now: Prices['positions'][number]['now'] }) => (
  <p>
    现在：
    {now.length === 0 && <Tag tone="good">空闲</Tag>}
    {keepTogether(
      now.map(({ title, advertiser, endDate }) => `${advertiser}“${title}”（至 ${longDay(endDate)}）`).join('；'),
    )}
  </p>
)

function Contact({ of: { contactName, phone, mobile, email, wechat, qr } }: { of: Prices }) {
  const facts: Fact[] = [
    ['联系人', contactName],
    ['电话', phone && <a href={telAddress(phone)}>{formatPhone(phone)}</a>],
    ['手机', mobile && <a href={telAddress(mobile)}>{formatPhone(mobile)}</a>],
    ['邮箱', email],
    ['微信号', wechat],
  ]
  return (
    <section className="centre-card advert-contact">
      <h2>广告业务联系人</h2>
      <div>
        <dl className="pay-account">
          {facts.map(
            ([name, value]) =>
              value && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
        {qr && <img src={qr} alt="协会微信公众号二维码" width="120" height="120" loading="lazy" />}
      </div>
    </section>
  )
}

type Props = { position: Position /** What stands there today. */; picture: string | undefined }

/** Sketch of a position on its page, at both widths and in proportion. */
const PlaceScheme = ({ position, picture }: Props) => (
  <div className="place-schemes">
    <Scheme position={position} picture={picture} where="desktop" />
    <Scheme position={position} picture={picture} where="phone" />
  </div>
)

const names: Record<Device, string> = { desktop: '电脑', phone: '手机' }
/** Distance between two lines of text, in CSS pixels. */
const LINE = 44

function Scheme({ position, picture, where }: Props & { where: Device }) {
  const { page } = schemes[position]
  const { drawn, slot, from, height, screen } = viewOf(position, where)
  const [x, y, width, tall] = slot
  const size = positions[position]
  const caption = `${names[where]}：第 ${screen} 屏`
  return (
    <figure>
      <svg
        className="place-scheme"
        data-where={where}
        viewBox={`0 ${from} ${drawn.width} ${height}`}
        role="img"
        aria-label={`${positions[position].name}在${names[where]}上的位置：${page.name}第 ${screen} 屏`}
      >
        {drawn.dark.map(box => (
          <Part key={box.join()} box={box} kind="dark" />
        ))}
        {drawn.boxes.map(box => (
          <Part key={box.join()} box={box} kind="box" />
        ))}
        {drawn.lines.flatMap(([left, top, wide, high]) =>
          Array.from({ length: Math.floor(high / LINE) }, (_, i) => (
            <Part
              key={`${left} ${top} ${i}`}
              box={[left, top + i * LINE, i % 3 === 2 ? wide * 0.7 : wide, LINE * 0.4]}
              kind="line"
            />
          )),
        )}
        {picture && (
          <image
            href={picture}
            x={x}
            y={y}
            width={width}
            height={Math.min(tall, (width * size.height) / size.width)}
            preserveAspectRatio="xMidYMid slice"
          />
        )}
        <rect
          className="place-slot"
          data-taken={picture !== undefined || undefined}
          x={x}
          y={y}
          width={width}
          height={tall}
        />
      </svg>
      <figcaption aria-hidden="true">{caption}</figcaption>
    </figure>
  )
}

const Part = ({ box: [x, y, width, height], kind }: { box: readonly number[]; kind: 'dark' | 'box' | 'line' }) => (
  <rect className={`place-${kind}`} x={x} y={y} width={width} height={height} />
)
