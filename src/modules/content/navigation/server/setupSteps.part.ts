import { sql } from 'drizzle-orm'
import { countUpTo } from '#lib/server/database/db.ts'
import { defineSetupSteps } from '#lib/server/oversight/setupSteps.ts'
import { article, catalogue } from '../../server/tables.ts'

defineSetupSteps(
  {
    code: 'columns',
    order: 80,
    name: '栏目',
    without: '网站没有菜单，文章无处可放',
    route: '/staff/catalogues',
    lacks: async ({ db }) => ((await db.$count(catalogue)) > 0 ? null : '还没有栏目，可以应用一个配置包'),
  },
  {
    code: 'articles',
    order: 90,
    name: '第一篇文章',
    without: '首页没有新闻，“联系我们”“协会简介”等页面是空的',
    route: '/staff/articles',
    isOptional: true,
    lacks: async ({ db }) => {
      const published = sql`select 1 from ${article} where ${article.status} = 'published'`
      return (await countUpTo(db, 0, published)) > 0 ? null : '还没有发布文章'
    },
  },
)
