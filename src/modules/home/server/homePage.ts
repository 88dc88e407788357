import type { Output } from '#lib/contract.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { answerOf } from '#lib/server/pages/remembered.ts'
import { advertsHandlers } from '#modules/adverts/server/handlers.ts'
import { readNavigation } from '#modules/content/navigation/server/navigation.ts'
import { contentHandlers } from '#modules/content/server/handlers.ts'
import { membershipHandlers } from '#modules/membership/server/handlers.ts'
import { personnelHandlers } from '#modules/personnel/server/handlers.ts'
import { qualificationsHandlers } from '#modules/qualifications/server/handlers.ts'
import { trainingHandlers } from '#modules/training/server/handlers.ts'
import type { BlockCode } from '../blockKinds.ts'
import type { homePageContract } from '../homePageContract.ts'
import { type Block, readBlocks, readLists } from './blocks.ts'
import { figuresHandlers } from './figures.part.ts'

type HomePage = Output<(typeof homePageContract)['GET /cms/index/noLogin/home']>

const MAX_LOGOS = 12

export const homePageHandlers = {
  /** Asks only for what the blocks show. */
  'GET /cms/index/noLogin/home': async ctx => {
    const blocks = (await readBlocks(ctx)).filter(({ hidden }) => !hidden)
    const has = (...kinds: BlockCode[]) => blocks.some(({ kind }) => kinds.includes(kind))
    const courseRows = blocks.find(({ kind }) => kind === 'courses')?.rows
    const [written, banners, partyBanners, figures, courses, qualifications, persons] = await Promise.all([
      readBlockArticles(ctx, blocks),
      has('news') ? answerOf(ctx, contentHandlers, 'GET /cms/index/noLogin/banner', {}) : [],
      has('party') ? answerOf(ctx, contentHandlers, 'GET /cms/index/noLogin/banner/party', {}) : [],
      has('figures') ? answerOf(ctx, figuresHandlers, 'GET /cms/index/noLogin/num/num', {}) : null,
      courseRows
        ? answerOf(ctx, trainingHandlers, 'GET /app/training/list', { pageNum: 1, pageSize: courseRows })
        : null,
      has('qualificationRoll')
        ? answerOf(ctx, qualificationsHandlers, 'GET /app/publicity/qualification/top30', {})
        : [],
      has('personRoll') ? answerOf(ctx, personnelHandlers, 'GET /app/publicity/person/top30', {}) : [],
    ])
    const [joined, members, adverts, navigation, links] = await Promise.all([
      has('memberRoll') ? answerOf(ctx, membershipHandlers, 'GET /app/publicity/member/top30', {}) : [],
      has('faces')
        ? answerOf(ctx, membershipHandlers, 'GET /app/publicity/member/list', { pageNum: 1, pageSize: MAX_LOGOS })
        : null,
      has('news', 'advert', 'documents') ? answerOf(ctx, advertsHandlers, 'GET /cms/index/noLogin/adverti', {}) : [],
      has('quickLinks') ? readNavigation(ctx) : null,
      has('links') ? answerOf(ctx, contentHandlers, 'GET /cms/index/noLogin/link', {}) : [],
    ])
    const page: HomePage = {
      blocks: written,
      banners,
      partyBanners,
      figures,
      courses: courses?.list ?? [],
      qualifications,
      persons,
      joined,
      members: members?.list ?? [],
      adverts,
      quickLinks: navigation?.links.filter(({ shownIn }) => shownIn === 'home') ?? [],
      links,
    }
    return withoutEmpty(page)
  },
} satisfies Handlers<typeof homePageContract>

/** Blocks with the newest articles of their columns, if visitors can reach these. */
async function readBlockArticles(ctx: Ctx, blocks: Block[]): Promise<HomePage['blocks']> {
  const visible = new Set((await readLists(ctx)).map(({ id }) => id))
  const newest = async ({ catalogueId, rows }: Block) =>
    catalogueId && rows && visible.has(catalogueId)
      ? (await answerOf(ctx, contentHandlers, 'GET /catalog/a', { catalogId: catalogueId, pageNum: 1, pageSize: rows }))
          .list
      : []
  return Promise.all(
    blocks.map(async block => {
      const { id, kind, heading, catalogueId } = block
      const articles = await newest(block)
      return { id, kind, heading, catalogId: articles.length > 0 ? catalogueId : null, articles }
    }),
  )
}

/** A block that has nothing to show is not there. */
function withoutEmpty(page: HomePage): HomePage {
  const runs = (position: string) => page.adverts.some(advert => advert.position === position)
  const filled: { [In in BlockCode]?: boolean } = {
    news: page.banners.length > 0,
    figures: page.figures !== null,
    courses: page.courses.length > 0,
    qualificationRoll: page.qualifications.length > 0,
    personRoll: page.persons.length > 0,
    memberRoll: page.joined.length > 0,
    advert: runs('P2'),
    quickLinks: page.quickLinks.length > 0,
    faces: page.members.length > 0,
    links: page.links.length > 0,
  }
  return { ...page, blocks: page.blocks.filter(({ kind, articles }) => articles.length > 0 || filled[kind]) }
}
