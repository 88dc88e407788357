import { and, count, desc, eq, gte, ilike, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { readForm } from '#lib/form/formReading.ts'
import { maskEmail } from '#lib/mask.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { actingAccount, type Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { isOnlyWritten } from '#lib/server/outbox/drivers.ts'
import { queue } from '#lib/server/outbox/queue.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { conflictMessage } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import { isPublished } from '#modules/content/server/articles.ts'
import { article } from '#modules/content/server/tables.ts'
import { createMailing, UNSUBSCRIBE_PLACE } from '#modules/messages/server/mailings.ts'
import { readPublicWordRule, refuseForbiddenWords } from '#modules/settings/server/publicWords.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { isPublished as isCoursePublished } from '#modules/training/courses/server/courses.ts'
import { course } from '#modules/training/server/tables.ts'
import type { newsletterContract } from '../contract.ts'
import { letterHtml, letterText, wechatDraft } from '../letter.ts'
import { newsletterFields } from '../newsletterForm.ts'
import type { NewsletterContent, NewsletterItem } from '../newsletterWords.ts'
import type { staffNewsletterContract } from '../staffContract.ts'
import { readAddresses } from './addresses.ts'
import { subscriptionPage } from './subscriptions.ts'
import { newsletter } from './tables.ts'

type Endpoints = typeof staffNewsletterContract
type Issue = typeof newsletter.$inferSelect
type Offered = Output<Endpoints['GET /staff/newsletter/offer']>[number] & { text: string; path: string }

/** Characters of an article that stand in the newsletter where it has no summary. */
const MAX_TEXT = 120
const OFFERED_ARTICLES = 30
const OFFERED_COURSES = 20

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

async function readArticles(ctx: Ctx, where: ReturnType<typeof and>, limit = OFFERED_ARTICLES): Promise<Offered[]> {
  const rows = await ctx.db
    .select({
      id: article.id,
      title: article.title,
      summary: article.summary,
      plain: sql<string>`left(${article.plain}, ${MAX_TEXT + 1})`,
      publishedAt: article.publishedAt,
      isPublic: sql<boolean>`coalesce(${isPublished(ctx)}, false)`,
    })
    .from(article)
    .where(where)
    .orderBy(desc(article.publishedAt), desc(article.id))
    .limit(limit)
  return rows.map(({ id, title, summary, plain, publishedAt, isPublic }) => ({
    kind: 'article',
    id,
    title,
    note: publishedAt ? dayOf(publishedAt) : '',
    isPublic,
    text: summary || cut(plain.trim()),
    path: `/admin/news/list-info/${id}`,
  }))
}

async function readCourses(ctx: Ctx, where: ReturnType<typeof and>, limit = OFFERED_COURSES): Promise<Offered[]> {
  const rows = await ctx.db
    .select({ of: course, isPublic: sql<boolean>`coalesce(${isCoursePublished(ctx)}, false)` })
    .from(course)
    .where(where)
    .orderBy(course.startsOn, course.id)
    .limit(limit)
  return rows.map(({ of, isPublic }) => ({
    kind: 'course',
    id: of.id,
    title: of.title,
    note: [`${of.startsOn} 至 ${of.endsOn}`, of.city, `报名截止 ${dayOf(of.applyUntil)}`].filter(Boolean).join('，'),
    isPublic: isPublic && of.cancelledAt === null,
    text: '',
    path: `/admin/publicity/training/${of.id}`,
  }))
}

/** The chosen records in their order; what was removed meanwhile is left out. */
async function readChosen(ctx: Ctx, items: readonly NewsletterItem[]): Promise<Offered[]> {
  const ids = (kind: NewsletterItem['kind']) => items.filter(one => one.kind === kind).map(({ id }) => id)
  const [articles, courses] = [ids('article'), ids('course')]
  const found = [
    ...(articles.length > 0 ? await readArticles(ctx, inArray(article.id, articles), articles.length) : []),
    ...(courses.length > 0 ? await readCourses(ctx, inArray(course.id, courses), courses.length) : []),
  ]
  return items.flatMap(({ kind, id }) => found.find(one => one.kind === kind && one.id === id) ?? [])
}

const GROUPS = { article: '资讯', course: '培训与活动' } as const

function contentOf({ title, intro }: Pick<Issue, 'title' | 'intro'>, chosen: readonly Offered[]): NewsletterContent {
  const shown = chosen.filter(({ isPublic }) => isPublic)
  const groups = (['article', 'course'] as const).flatMap(kind => {
    const items = shown.filter(one => one.kind === kind)
    return items.length === 0
      ? []
      : [{ heading: GROUPS[kind], items: items.map(({ title, text, note, path }) => ({ title, text, note, path })) }]
  })
  return { title, intro, groups }
}

async function render(ctx: Ctx, content: NewsletterContent, id: number, unsubscribe: string) {
  const { name } = await readGroup(ctx, 'association')
  const { main } = await readGroup(ctx, 'colours')
  const { publicUrl } = ctx.config
  const letter = {
    content,
    from: name,
    colour: main,
    publicUrl,
    page: `${publicUrl}/admin/newsletter/${id}`,
    unsubscribe,
  }
  return { html: letterHtml(letter), text: letterText(letter), wechat: wechatDraft(letter) }
}

const selectIssues = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({ of: newsletter, createdName: account.displayName })
    .from(newsletter)
    .innerJoin(account, eq(account.id, newsletter.createdBy))
    .$dynamic()

const toRow = ({ of, createdName }: { of: Issue; createdName: string }) => ({
  id: of.id,
  title: of.title,
  state: of.sentAt ? ('sent' as const) : ('draft' as const),
  items: of.items.length,
  createdName,
  updatedTime: iso(of.updatedAt),
  sentTime: of.sentAt && iso(of.sentAt),
  mailingId: of.mailingId,
})

/** The draft, locked, as its reader has seen it. */
async function lockDraft(ctx: Ctx, { id, version }: { id: number; version?: number | undefined }): Promise<Issue> {
  const [of] = await ctx.db.select().from(newsletter).where(eq(newsletter.id, id)).for('update')
  if (!of) throw notFound('这期简报不存在或已删除')
  if (of.sentAt) throw conflict('这期简报已发出，不能再改')
  if (of.version !== version) throw conflict(await conflictMessage(ctx, { objectType: 'newsletter', objectId: id }))
  return of
}

const named = ({ id, title }: Pick<Issue, 'id' | 'title'>) => ({
  objectType: 'newsletter',
  objectId: id,
  objectName: title,
})

async function save(ctx: Ctx, given: Parsed<Endpoints['POST /staff/newsletter/save']>) {
  const before = given.id === undefined ? undefined : await lockDraft(ctx, { id: given.id, version: given.version })
  const { values, errors } = readForm(newsletterFields, given.form, {
    whole: true,
    today: dayOf(ctx.now),
    words: await readPublicWordRule(ctx, before && { title: before.title, intro: before.intro }),
  })
  if (Object.keys(errors).length > 0) throw invalid(`有 ${Object.keys(errors).length} 处需要更正`, errors)
  const known = await readChosen(ctx, given.items)
  if (known.length < given.items.length)
    throw invalid('有内容已删除，请重新选择', { items: '有内容已删除，请重新选择' })
  const row = { title: String(values.title), intro: String(values.intro ?? ''), items: given.items, updatedAt: ctx.now }
  const [after] = before
    ? await ctx.db
        .update(newsletter)
        .set({ ...row, version: before.version + 1 })
        .where(eq(newsletter.id, before.id))
        .returning()
    : await ctx.db
        .insert(newsletter)
        .values({ ...row, createdBy: actingAccount(ctx)!, createdAt: ctx.now })
        .returning()
  await record(ctx, {
    ...named(after!),
    action: before ? 'newsletter.change' : 'newsletter.add',
    ...(before && { before: { 标题: before.title, 内容: before.items.length } }),
    after: { 标题: row.title, 内容: row.items.length },
  })
  return { id: after!.id, version: after!.version }
}

/** Fixes what the issue says, publishes it, and hands it to the mailing job for everybody who asked for it. */
async function send(ctx: Ctx, seen: { id: number; version: number }) {
  const of = await lockDraft(ctx, seen)
  const chosen = await readChosen(ctx, of.items)
  const gone = chosen.filter(({ isPublic }) => !isPublic)
  if (chosen.length < of.items.length || gone.length > 0)
    throw conflict(
      `有 ${of.items.length - chosen.length + gone.length} 项现在不公开或已删除${gone.map(({ title }) => `：${title}`).join('')}，请移去后再发`,
    )
  const content = contentOf(of, chosen)
  if (content.groups.length === 0) throw conflict('还没有选择内容，不能发出')
  await refuseForbiddenWords(ctx, { title: '标题', intro: '卷首语' }, { title: of.title, intro: of.intro })
  const { sendable } = await readAddresses(ctx)
  if (sendable.length === 0) throw conflict('还没有订阅的邮箱')
  const { html, text } = await render(ctx, content, of.id, UNSUBSCRIBE_PLACE)
  const mailingId = await createMailing(
    ctx,
    {
      kind: 'system',
      title: of.title,
      content: of.intro || of.title,
      mail: true,
      letter: { html, text },
      audience: `订阅简报的 ${sendable.length} 个邮箱`,
      createdName: await ownName(ctx),
    },
    [],
    [],
    sendable,
  )
  await ctx.db
    .update(newsletter)
    .set({ content, mailingId, sentAt: ctx.now, version: of.version + 1 })
    .where(eq(newsletter.id, of.id))
  await record(ctx, {
    ...named(of),
    action: 'newsletter.send',
    detail: { people: sendable.length },
    after: {
      状态: '已发出',
      内容: content.groups
        .flatMap(({ items }) => items)
        .map(({ title }) => title)
        .join('、'),
    },
  })
  return { mailingId, addresses: sendable.length }
}

async function findIssue(ctx: Ctx, id: number) {
  const [found] = await selectIssues(ctx).where(eq(newsletter.id, id))
  if (!found) throw notFound('这期简报不存在或已删除')
  return found
}

export const issueDeskHandlers = {
  'GET /staff/newsletter/list': async (ctx, asked) => {
    const [rows, [total]] = await Promise.all([
      selectIssues(ctx).orderBy(desc(newsletter.id)).limit(asked.pageSize).offset(offset(asked)),
      ctx.db.select({ n: count() }).from(newsletter),
    ])
    return toPage(rows.map(toRow), total!.n, asked)
  },
  'GET /staff/newsletter/detail': async (ctx, { id }) => {
    const found = await findIssue(ctx, id)
    const { of } = found
    const chosen = await readChosen(ctx, of.items)
    const content = of.content ?? contentOf(of, chosen)
    const { sendable, bounced } = await readAddresses(ctx)
    return {
      ...toRow(found),
      version: of.version,
      form: { title: of.title, intro: of.intro },
      chosen: chosen.map(({ kind, id, title, note, isPublic }) => ({ kind, id, title, note, isPublic })),
      content,
      ...(await render(ctx, content, id, subscriptionPage(ctx, ''))),
      reached: sendable.length,
      bounced,
      isMailOnlyWritten: isOnlyWritten(ctx.config, 'mail'),
    }
  },
  'GET /staff/newsletter/offer': async (ctx, { key }) => {
    const pattern = key && `%${key.replace(/[%_\\]/g, '\\$&')}%`
    const found = [
      ...(await readArticles(ctx, and(isPublished(ctx), pattern ? ilike(article.title, pattern) : undefined))),
      ...(await readCourses(
        ctx,
        and(
          isCoursePublished(ctx),
          gte(course.endsOn, dayOf(ctx.now)),
          sql`${course.cancelledAt} is null`,
          pattern ? ilike(course.title, pattern) : undefined,
        ),
      )),
    ]
    return found.map(({ kind, id, title, note, isPublic }) => ({ kind, id, title, note, isPublic }))
  },
  'POST /staff/newsletter/save': (ctx, given) => inTransaction(ctx, tx => save(tx, given)),
  'POST /staff/newsletter/remove': (ctx, seen) =>
    inTransaction(ctx, async tx => {
      const of = await lockDraft(tx, seen)
      await tx.db.delete(newsletter).where(eq(newsletter.id, of.id))
      await record(tx, { ...named(of), action: 'newsletter.remove', before: { 标题: of.title } })
      return {}
    }),
  'POST /staff/newsletter/test': async (ctx, { id }) => {
    const { of } = await findIssue(ctx, id)
    const [me] = await ctx.db
      .select({ email: account.email })
      .from(account)
      .where(eq(account.id, actingAccount(ctx)!))
    if (!me?.email) throw conflict('您的账号没有登记邮箱')
    const content = of.content ?? contentOf(of, await readChosen(ctx, of.items))
    const { html, text } = await render(ctx, content, id, subscriptionPage(ctx, ''))
    await queue(ctx, { channel: 'mail', to: me.email, subject: `试发：${of.title}`, html, text })
    return { to: maskEmail(me.email) }
  },
  'POST /staff/newsletter/send': (ctx, seen) => inTransaction(ctx, tx => send(tx, seen)),
} satisfies Partial<Handlers<Endpoints>>

const toIssue = ({ id, title, sentAt }: Issue) => ({ id, title, publishTime: iso(sentAt!) })

export const archiveHandlers = {
  'GET /newsletter/list': async (ctx, asked) => {
    const isSent = isNotNull(newsletter.sentAt)
    const [rows, total] = await Promise.all([
      ctx.db
        .select()
        .from(newsletter)
        .where(isSent)
        .orderBy(desc(newsletter.sentAt), desc(newsletter.id))
        .limit(asked.pageSize)
        .offset(offset(asked)),
      ctx.db.$count(newsletter, isSent),
    ])
    return toPage(rows.map(toIssue), total, asked)
  },
  'GET /newsletter/detail': async ({ db }, { id }) => {
    const [of] = await db.select().from(newsletter).where(eq(newsletter.id, id))
    if (!of?.content) throw notFound('这期简报不存在')
    return { ...toIssue(of), content: of.content }
  },
} satisfies Partial<Handlers<typeof newsletterContract>>
