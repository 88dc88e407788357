import { Fragment, type ReactNode } from 'react'
import type { ApiContract } from '#api/contract.ts'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { EndOfFirstView } from '#layouts/firstView/EndOfFirstView.tsx'
import { head, organisationLd, type SiteConfig } from '#layouts/head.ts'
import { SearchBox } from '#layouts/public/SearchBox.tsx'
import type { Output } from '#lib/contract.ts'
import { Advert } from '#ui/media/Advert.tsx'
import { useRouteLoaderData } from '#ui/router/router.tsx'
import type { Route } from './+types/Home'
import { Courses } from './Courses.tsx'
import { Documents } from './Documents.tsx'
import { Faces } from './Faces.tsx'
import { Figures } from './Figures.tsx'
import { Hero } from './Hero.tsx'
import { Links } from './Links.tsx'
import { linesOf } from './linesOf.ts'
import { Notices } from './Notices.tsx'
import { Party } from './Party.tsx'
import { QuickLinks } from './QuickLinks.tsx'
import { MemberRoll, PersonRoll, QualificationRoll } from './Rolls.tsx'
import './home.css'

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
      {linesOf(home.blocks).map((line, i) => (
        <Fragment key={line.blocks[0]!.id}>
          <Line {...line} home={home} />
          {i === 0 && <EndOfFirstView />}
        </Fragment>
      ))}
    </>
  )
}

function Line({ frame, blocks, home }: ReturnType<typeof linesOf>[number] & { home: Home }) {
  const drawn = blocks.map(block => <Drawn key={block.id} block={block} home={home} />)
  if (frame === 'rolls')
    return (
      <div className="rolls">
        <div className="wrap rolls-grid">{drawn}</div>
      </div>
    )
  return frame ? <div className={`wrap ${frame}-grid`}>{drawn}</div> : drawn
}

function Drawn({ block, home }: { block: Block; home: Home }): ReactNode {
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
      return <QualificationRoll block={block} {...home} />
    case 'personRoll':
      return <PersonRoll block={block} {...home} />
    case 'memberRoll':
      return <MemberRoll block={block} {...home} />
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
      return <Faces block={block} {...home} />
    case 'party':
      return <Party block={block} {...home} />
    case 'links':
      return <Links block={block} {...home} />
  }
}
