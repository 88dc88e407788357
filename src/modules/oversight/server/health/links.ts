import { and, asc, count, desc, eq, isNotNull } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { jobRun } from '#lib/server/jobs/tables.ts'
import { type Check, judge, MAX_LISTED_CASES, unknownFinding } from '#lib/server/oversight/siteChecks.ts'
import { article, articleFault, outsideLink } from '#modules/content/server/tables.ts'
import { readFaults } from './texts.ts'

export const CONTENT_JOB = 'checkTexts'

export async function contentCheckedAt({ db }: Pick<Ctx, 'db'>): Promise<Date | null> {
  const [last] = await db
    .select({ at: jobRun.finishedAt })
    .from(jobRun)
    .where(and(eq(jobRun.job, CONTENT_JOB), eq(jobRun.result, 'done'), isNotNull(jobRun.finishedAt)))
    .orderBy(desc(jobRun.id))
    .limit(1)
  return last?.at ?? null
}

const NOT_YET = '还没有检查过，每晚自动检查，也可以点“立即检查”'

const faults =
  (
    kind: 'deadLink' | 'noAlt',
    rule: Omit<Parameters<typeof judge>[0], 'good'> & { good: string },
    say: (count: number) => string,
  ): Check =>
  async ctx => {
    const [row] = await ctx.db.select({ n: count() }).from(articleFault).where(eq(articleFault.kind, kind))
    if (row!.n === 0 && !(await contentCheckedAt(ctx))) return unknownFinding(rule, NOT_YET)
    const some = await readFaults(ctx, kind, MAX_LISTED_CASES)
    const items = some.map(({ articleId, title, target }) => ({
      text: `《${title}》：${target}`,
      route: `/staff/articles/${articleId}`,
    }))
    return judge(rule, { count: row!.n, found: say(row!.n), items })
  }

export const deadLinks = faults(
  'deadLink',
  {
    code: 'deadLinks',
    group: '可用性',
    name: '站内链接',
    each: 1,
    most: 15,
    good: '文章中的站内链接都能打开',
    why: '打不开的链接每个扣分；栏目、文章改名或删除后，引用它的文章应随之修改。',
  },
  n => `文章中有 ${n} 个站内链接打不开`,
)

export const silentPictures = faults(
  'noAlt',
  {
    code: 'silentPictures',
    group: '无障碍',
    name: '图片说明',
    each: 0.5,
    most: 10,
    good: '图片都有文字说明',
    why: '看不见图片的人靠文字说明了解内容（GB/T 37668）；在编辑器中点图片即可填写。',
  },
  n => `文章中有 ${n} 张图片没有文字说明`,
)

export const outsideLinks: Check = async ctx => {
  const rule = {
    code: 'outsideLinks',
    group: '可用性' as const,
    name: '外部链接',
    each: 0.5,
    most: 10,
    good: '指向其他网站的链接都能打开',
    why: '指向其他网站的链接也应能打开；打不开的请更换或删除。',
  }
  const [asked] = await ctx.db.select({ n: count() }).from(outsideLink).where(isNotNull(outsideLink.checkedAt))
  if (asked!.n === 0)
    return unknownFinding(rule, ctx.config.linkCheck ? NOT_YET : '没有检查：服务器能访问互联网时，请设置 LINK_CHECK=on')
  const dead = await ctx.db
    .select({ url: outsideLink.url, note: outsideLink.note, articleId: outsideLink.articleId, title: article.title })
    .from(outsideLink)
    .leftJoin(article, eq(article.id, outsideLink.articleId))
    .where(eq(outsideLink.isAlive, false))
    .orderBy(asc(outsideLink.url))
  const items = dead.map(({ url, note, articleId, title }) => ({
    text: `《${title ?? ''}》：${url}（${note}）`,
    route: articleId === null ? null : `/staff/articles/${articleId}`,
  }))
  return judge(rule, { count: dead.length, found: `${dead.length} 个外部链接打不开`, items })
}
