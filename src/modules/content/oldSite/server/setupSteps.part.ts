import { sql } from 'drizzle-orm'
import { countUpTo } from '#lib/server/database/db.ts'
import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { article, redirect } from '../../server/tables.ts'

/** Published articles: who has written so many here has nothing to bring along. */
const MAX_PUBLISHED_ARTICLES = 30

defineSetupSteps({
  code: 'oldSite',
  order: 100,
  name: '导入旧网站',
  without: '旧网站的文章不在新网站上，收藏和搜索引擎里的旧网址打不开；没有旧网站的不用办',
  route: '/staff/old-site',
  isOptional: true,
  lacks: async ({ db }) => {
    if ((await countUpTo(db, 0, sql`select 1 from ${redirect}`)) > 0) return null
    const published = await countUpTo(
      db,
      MAX_PUBLISHED_ARTICLES,
      sql`select 1 from ${article} where ${article.status} = 'published'`,
    )
    return published > MAX_PUBLISHED_ARTICLES ? null : '还没有导入旧网站'
  },
})
