import { useRouteLoaderData } from 'react-router'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { head, organisationLd, type SiteConfig } from '#layouts/head.ts'
import { Advert } from '#ui/media/Advert.tsx'
import type { Route } from './+types/Home'
import { Courses } from './Courses.tsx'
import { Faces } from './Faces.tsx'
import { Figures } from './Figures.tsx'
import { Hero } from './Hero.tsx'
import { Links } from './Links.tsx'
import { Notices } from './Notices.tsx'
import { Party } from './Party.tsx'
import { Rolls } from './Rolls.tsx'
import { Rules } from './Rules.tsx'
import './home.css'

/** Columns that the home page shows, by their number in the catalogue. */
const NEWS = 3
const NOTICES = 4
const PARTY = 5
const POLICY = 6
const STANDARDS = 7
const FACES = 24

export type Home = Awaited<ReturnType<typeof load>>

const load = async (api: Api) => {
  const column = (catalogId: number, pageSize: number) =>
    api('GET /catalog/a', { catalogId, pageSize }).then(
      page => page.list,
      () => [], // An association may have arranged its columns differently; the rest of the page stands.
    )
  const [banners, partyBanners, figures, news, notices, party, policy, standards, faces] = await Promise.all([
    api('GET /cms/index/noLogin/banner', {}),
    api('GET /cms/index/noLogin/banner/party', {}),
    api('GET /cms/index/noLogin/num/num', {}),
    column(NEWS, 8),
    column(NOTICES, 7),
    column(PARTY, 5),
    column(POLICY, 6),
    column(STANDARDS, 6),
    column(FACES, 3),
  ])
  const [courses, persons, qualifications, joined, members, adverts, links] = await Promise.all([
    api('GET /app/training/list', { pageSize: 5 }),
    api('GET /app/publicity/person/top30', {}),
    api('GET /app/publicity/qualification/top30', {}),
    api('GET /app/publicity/member/top30', {}),
    api('GET /app/publicity/member/list', { pageSize: 12 }),
    api('GET /cms/index/noLogin/adverti', {}),
    api('GET /cms/index/noLogin/link', {}),
  ])
  return {
    banners,
    partyBanners,
    figures,
    news,
    notices,
    party,
    policy,
    standards,
    faces,
    courses: courses.list,
    persons,
    qualifications,
    joined,
    members: members.list,
    adverts,
    links,
  }
}
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
  return (
    <>
      <h1 className="hidden-text">{association.name}</h1>
      <Hero banners={home.banners} news={home.news} adverts={home.adverts} />
      <Figures figures={home.figures} />
      <div className="wrap notices-grid">
        <Notices notices={home.notices} />
        <Courses courses={home.courses} />
      </div>
      <Rolls persons={home.persons} qualifications={home.qualifications} joined={home.joined} />
      <div className="wrap">
        <Advert adverts={home.adverts} position="P2" />
        <Rules policy={home.policy} standards={home.standards} adverts={home.adverts} />
      </div>
      <Faces faces={home.faces} members={home.members} />
      <Party banners={home.partyBanners} articles={home.party} />
      <Links links={home.links} />
    </>
  )
}
