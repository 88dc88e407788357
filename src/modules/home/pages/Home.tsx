import './home.css'
import './links.css'
import './hero.css'
import './rules.css'
import { Fragment, type ReactNode } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { EndOfFirstView } from '#layouts/firstView/EndOfFirstView.tsx'
import { head, organisationLd, type SiteConfig } from '#layouts/head.ts'
import { SearchBox } from '#layouts/public/SearchBox.tsx'
import type { Output } from '#lib/contract.ts'
import { shortDay } from '#lib/dates.ts'
import { articlePath } from '#modules/content/pages/ArticleRow.tsx'
import { NoticePeriod } from '#modules/content/pages/NoticePeriod.tsx'
import { courseTone } from '#modules/training/courses/pages/courseTone.ts'
import { Icon } from '#ui/Icon.tsx'
import { Advert } from '#ui/media/Advert.tsx'
import { Carousel } from '#ui/media/Carousel.tsx'
import { useRouteLoaderData } from '#ui/router/router.tsx'
import { Section } from '#ui/Section.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/Home'
import { FeaturedMembers } from './FeaturedMembers.tsx'
import { Figures } from './Figures.tsx'
import { moreLink } from './moreLink.ts'
import { PartyBuilding } from './PartyBuilding.tsx'
import { isRoll, PublicNotices } from './PublicNotices.tsx'

export type Home = Output<ApiContract['GET /cms/index/noLogin/home']>
export type Block = Home['blocks'][number]

const load = (api: Api) => api('GET /cms/index/noLogin/home', {})
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export const meta = (args: Route.MetaArgs) => {
  const config = args.matches[0]?.loaderData as SiteConfig | undefined
  return head(args, {
    name: '首页',
    canonical: '/admin/home',
    tags: { ColumnName: '首页', ColumnType: '首页' },
    jsonLd: config && organisationLd(config),
  })
}

export default function HomePage({ loaderData: home }: Route.ComponentProps) {
  const { association } = useRouteLoaderData<SiteConfig>('root')!
  const isBare = home.blocks.every(({ kind }) => kind === 'figures' || kind === 'quickLinks')
  return (
    <>
      <h1 className={isBare ? 'wrap home-bare' : 'hidden-text'}>{association.name}</h1>
      <div className="wrap home-search">
        <SearchBox />
      </div>
      {isBare && <p className="wrap">{association.description || '网站正在准备中，内容将陆续发布。'}</p>}
      {groupIntoRows(home.blocks).map((line, i) => (
        <Fragment key={line.blocks[0]!.id}>
          <BlockRow {...line} home={home} />
          {i === 0 && <EndOfFirstView />}
        </Fragment>
      ))}
    </>
  )
}

function BlockRow({ frame, blocks, home }: ReturnType<typeof groupIntoRows>[number] & { home: Home }) {
  if (frame === 'rolls') return <PublicNotices blocks={blocks.filter(isRoll)} home={home} />
  const drawn = blocks.map(block => <BlockContent key={block.id} block={block} home={home} />)
  if (!frame) return drawn
  const grid = (
    <div className={`wrap ${frame}-grid`}>
      {drawn}
      {frame === 'rules' && <Advert adverts={home.adverts} position="P3" />}
    </div>
  )
  return frame === 'hero' ? <div className="hero">{grid}</div> : grid
}

function BlockContent({ block, home }: { block: Block; home: Home }): ReactNode {
  switch (block.kind) {
    case 'news':
      return <Hero block={block} {...home} />
    case 'figures':
      return home.figures && <Figures figures={home.figures} />
    case 'notices':
      return <Notices block={block} />
    case 'courses':
      return <Courses block={block} {...home} />
    case 'qualificationRoll':
    case 'personRoll':
    case 'memberRoll':
      // A row of its own, with its neighbours: BlockRow.
      return null
    case 'advert':
      return (
        <div className="wrap">
          <Advert adverts={home.adverts} position="P2" />
        </div>
      )
    case 'documents':
      return <Documents block={block} />
    case 'quickLinks':
      return <QuickLinks {...home} />
    case 'faces':
      return <FeaturedMembers block={block} {...home} />
    case 'party':
      return <PartyBuilding block={block} {...home} />
    case 'links':
      return <Links block={block} {...home} />
  }
}

/** Numbers of standards as they are printed: GB/T 1576—2018, T/XX 005-2026, TSG 11—2020, DL/T 794. */
const STANDARD_CODE = /^[A-Z]{1,5}(?:\/[A-Z]{1,6})* ?\d+(?:\.\d+)?(?:[-–—]\d{4})?(?!\d)/

/** A title that begins with the number of a standard, in two parts. */
function splitStandardCode(title: string): { code: string; rest: string } {
  const code = STANDARD_CODE.exec(title)?.[0] ?? ''
  return { code, rest: code ? title.slice(code.length).replace(/^[：:\s]+/, '') : title }
}

/** Policies, standards: title by title with its column and day; the number of a standard stands out. */
const Documents = ({ block }: { block: Block }) => (
  <Section title={block.heading} more={moreLink(block)}>
    <ul role="list" className="documents">
      {block.articles.map(row => {
        const { code, rest } = splitStandardCode(row.title)
        return (
          <li key={row.id}>
            <a href={articlePath(row)}>
              {code && <b>{code}</b>} {rest}
            </a>
            <p>
              <span>{row.catalogName}</span>
              <time>{shortDay(row.publishTime)}</time>
            </p>
          </li>
        )
      })}
    </ul>
  </Section>
)

/** Blocks that share a row with their neighbours; the others have a row each. */
const FRAMES: { [In in Block['kind']]?: 'hero' | 'notices' | 'rolls' | 'rules' } = {
  news: 'hero',
  quickLinks: 'hero',
  notices: 'notices',
  courses: 'notices',
  qualificationRoll: 'rolls',
  personRoll: 'rolls',
  memberRoll: 'rolls',
  documents: 'rules',
}

/** The blocks line by line, each line with its frame. */
function groupIntoRows(all: Block[]) {
  const lines: { frame: (typeof FRAMES)[Block['kind']]; blocks: Block[] }[] = []
  for (const block of all) {
    const frame = FRAMES[block.kind]
    const last = lines.at(-1)
    if (frame && last?.frame === frame) last.blocks.push(block)
    else lines.push({ frame, blocks: [block] })
  }
  return lines
}

function Links({ block, links }: Pick<Home, 'links'> & { block: Block }) {
  const groups = [...Map.groupBy(links, link => link.group)]
  return (
    <nav className="wrap friend-links" aria-label={block.heading}>
      <h2>{block.heading}</h2>
      <dl>
        {groups.map(([group, rows]) => (
          <div key={group}>
            <dt>{group}</dt>
            {rows.map(({ id, name, url }) => (
              <dd key={id}>
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </nav>
  )
}

/** Courses open for enrolment come first; the deadline is what readers look for. */
function Courses({ block, courses }: Pick<Home, 'courses'> & { block: Block }) {
  return (
    <Section title={block.heading} more={moreLink(block, '/admin/publicity/training')} className="home-courses">
      <ul role="list">
        {courses.map(course => (
          <li key={course.id}>
            <div className="home-course-head">
              <Tag tone={courseTone(course.status)}>{course.statusName}</Tag>
              {course.daysLeft !== null && (
                <span className="home-course-left">
                  {course.daysLeft === 0 ? '今天截止' : `还剩 ${course.daysLeft} 天`}
                </span>
              )}
            </div>
            <a href={`/admin/publicity/training/${course.id}`}>{course.title}</a>
            <p>{`${shortDay(course.startDate)} 开班 · ${course.city || course.modeName} · 余 ${course.left} 席`}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Notices({ block }: { block: Block }) {
  return (
    <Section title={block.heading} more={moreLink(block)} className="home-notice-list">
      <ul role="list">
        {block.articles.map(row => (
          <li key={row.id}>
            <time dateTime={row.publishTime}>{shortDay(row.publishTime)}</time>
            <div>
              <a href={articlePath(row)}>{row.title}</a>
              <p>
                {row.isTop && <Tag>置顶</Tag>}
                <span>{row.catalogName}</span>
                {row.source && <span>{row.source}</span>}
                {row.noticeOpen && <NoticePeriod row={row} />}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The newest story in its picture, then banners and adverts, beside the latest news; without a picture it is one of these. */
function Hero({ block, banners, adverts }: Pick<Home, 'banners' | 'adverts'> & { block: Block }) {
  const [newest, ...others] = block.articles
  const lead = newest?.coverUrl ? [storySlide(newest, newest.coverUrl)] : []
  const slides = [...lead, ...banners, ...adverts.filter(({ position }) => position === 'P1')]
  const news = lead.length > 0 ? others : block.articles
  return (
    <>
      {slides.length > 0 && (
        <div className="hero-banner">
          <Carousel slides={slides} name="首页要闻图片" />
        </div>
      )}
      {news.length > 0 && (
        <Section title={block.heading} more={moreLink(block)} className="hero-news">
          <ul role="list">
            {news.map(row => (
              <li key={row.id}>
                {row.isTop && <Tag>置顶</Tag>}
                <a href={articlePath(row)}>{row.title}</a>
                <time dateTime={row.publishTime}>{shortDay(row.publishTime)}</time>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

const storySlide = (row: Block['articles'][number], imgUrl: string) => ({
  id: row.id,
  title: row.title,
  imgUrl,
  alt: row.coverCaption,
  linkUrl: articlePath(row),
  story: { day: shortDay(row.publishTime), focus: { x: row.coverX, y: row.coverY } },
})

/** What most visitors come for. */
const QuickLinks = ({ quickLinks }: Pick<Home, 'quickLinks'>) => (
  <nav className="errands" aria-label="快捷入口">
    <ul>
      {quickLinks.map(({ id, route, icon, name }) => (
        <li key={id}>
          <a href={route!}>
            <Icon name={icon} size={26} />
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
