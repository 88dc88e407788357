import type { Found, Search } from '#lib/search.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { findWinners } from '#modules/awards/winners/server/winnerSearch.ts'
import { certificateSearch } from '#modules/certificates/server/search.ts'
import { type ArticleType, articleTypes } from '#modules/content/articleTypes.ts'
import { findArticles } from '#modules/content/server/find.ts'
import { findMembers } from '#modules/membership/register/server/search.ts'
import { findCourses } from '#modules/training/courses/server/search.ts'
import type { SearchType } from '../contract.ts'

export const typeNames: Record<SearchType, string> = {
  news: '新闻动态',
  notice: '通知公告',
  policy: '政策法规',
  standard: '标准化',
  download: '资料下载',
  member: '会员单位',
  cert: '单位资质',
  person: '人员证书',
  training: '培训',
  award: '获奖项目',
}

type Source = { type?: SearchType; find: (ctx: Ctx, search: Search) => Promise<Found> }
export type Answer = Found & Pick<Source, 'type'>

/** Search sources: each module searches its own records. The article source covers several types. */
const sources: Source[] = [
  { find: (ctx, search) => findArticles(ctx, search) },
  { type: 'member', find: findMembers },
  { type: 'cert', find: certificateSearch('qualification') },
  { type: 'person', find: certificateSearch('personnel') },
  { type: 'training', find: findCourses },
  { type: 'award', find: findWinners },
]

/** Searches all sources; sources of other types return only their total. */
export const searchAll = (ctx: Ctx, search: Search, wanted: SearchType | 'all'): Promise<Answer[]> =>
  Promise.all(
    sources.map(async ({ type, find }) => {
      const limit = wanted === 'all' || wanted === type ? search.limit : 0
      return { type, ...(await find(ctx, { ...search, limit })) }
    }),
  )

/** Searches by public names, for suggestions: certificates are excluded, and thereby persons. */
export const searchPublicNames = (ctx: Ctx, search: Search): Promise<Answer[]> =>
  Promise.all(
    sources
      .filter(({ type }) => type !== 'cert' && type !== 'person')
      .map(async ({ type, find }) => ({ type, ...(await find(ctx, search)) })),
  )

export const isArticleType = (type: SearchType | 'all'): type is ArticleType => articleTypes.some(one => one === type)
