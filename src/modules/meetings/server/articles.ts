import { and, asc, eq, inArray } from 'drizzle-orm'
import { dayOf, longDay } from '#lib/dates.ts'
import { conflict, forbidden, notFound } from '#lib/error.ts'
import { formatPhone } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { type Xml, xml } from '#lib/xml.ts'
import type { Permission } from '#modules/accounts/permissions.ts'
import { permissions } from '#modules/accounts/permissions.ts'
import { activeStaff } from '#modules/accounts/roles/server/staffRights.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { articleValues } from '#modules/content/articleSchema.ts'
import { articleStates } from '#modules/content/articleStates.ts'
import { namedPlace } from '#modules/content/navigation/server/tables.ts'
import { article, articleDraft } from '#modules/content/server/tables.ts'
import { createDraft } from '#modules/content/server/writing/saving.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { staffMeetingContract } from '../staffContract.ts'
import { votesText } from './attendances.ts'
import { applicationsIn, type Item, type Meeting, readItems } from './meetings.ts'
import { meeting, meetingArticle } from './tables.ts'

type Announcement = { kind: string; title: string; html: string; endsOn: string }

/** Builds the announcements after a meeting, one text per kind, from the notices that it opened. */
export async function announcementsOf(ctx: Ctx, of: Meeting, items: readonly Item[]): Promise<Announcement[]> {
  const passed = applicationsIn(items.filter(({ item }) => item.outcome === 'pass')).map(({ id }) => id)
  if (passed.length === 0) return []
  const notices = await ctx.db
    .select()
    .from(publicNotice)
    .where(and(inArray(publicNotice.applicationId, passed), eq(publicNotice.createdAt, of.recordedAt!)))
    .orderBy(asc(publicNotice.id))
  const { association } = await readPublicConfig(ctx)
  const votes = publishedVotes(of, items)
  const kinds = [...new Set(notices.map(({ kind }) => kind))]
  return Promise.all(
    kinds.map(async kind => {
      const ours = notices.filter(notice => notice.kind === kind)
      const title = await titleOf(ctx, kind, ours)
      return { kind, title, html: textOf(of, ours, { association, votes }).xml, endsOn: ours[0]!.toDay }
    }),
  )
}

type Notices = (typeof publicNotice.$inferSelect)[]
type Votes = ReadonlyMap<number, string>

/** Votes by application; undefined if the charter does not publish them. */
function publishedVotes(of: Meeting, items: readonly Item[]): Votes | undefined {
  if (!of.rule?.vote?.isPublished) return undefined
  return new Map(items.flatMap(({ item, about }) => (about ? [[about.id, votesText(of, item)] as const] : [])))
}

async function titleOf(ctx: Ctx, kind: string, notices: Notices): Promise<string> {
  const { name, announces } = kindOf({ kind })
  const [first, ...others] = notices
  const ids = notices.map(({ applicationId }) => applicationId)
  if (announces) return `关于${await announces(first!.title, notices.length, { ctx, ids })}的公示`
  return `关于${first!.title}${others.length ? `等${others.length + 1}项` : ''}${name}的公示`
}

type AnnouncementContext = { association: { name: string; phone: string }; votes: Votes | undefined }

/** Names are what people typed: escaped, whatever they hold. */
function textOf(of: Meeting, notices: Notices, { association, votes }: AnnouncementContext): Xml {
  const [{ fromDay, toDay }] = notices as [Notices[number]]
  const rows = notices.map(({ title, detail, applicationId }, i) => {
    const counted = votes && xml`<td>${votes.get(applicationId) ?? ''}</td>`
    return xml`<tr><td>${i + 1}</td><td>${title}</td><td>${detail}</td>${counted ?? ''}</tr>`
  })
  return xml`<p>经${of.title}审议，现将下列事项予以公示，公示期自${longDay(fromDay)}至${longDay(toDay)}。</p>
<table><thead><tr><th>序号</th><th>公示对象</th><th>事项</th>${votes ? xml`<th>表决</th>` : ''}</tr></thead><tbody>${rows}</tbody></table>
<p>公示期内有异议的，请在<a href="/admin/publicity/notice">公示中的事项</a>页面实名提出${association.phone ? `，或致电 ${formatPhone(association.phone)}` : ''}。</p>
<p class="ql-align-right">${association.name}</p>
<p class="ql-align-right">${longDay(dayOf(of.recordedAt!))}</p>`
}

/** Returns the existing articles made from a meeting's announcements, by kind. */
export async function articlesOf(ctx: Ctx, { id }: Pick<Meeting, 'id'>) {
  const made = await ctx.db.select().from(meetingArticle).where(eq(meetingArticle.meetingId, id))
  if (made.length === 0) return new Map<string, never>()
  const standing = await readArticles(
    ctx,
    made.map(({ articleId }) => articleId),
  )
  return new Map(
    made.flatMap(({ kind, articleId }) => {
      const article = standing.get(articleId)
      return article ? [[kind, article] as const] : []
    }),
  )
}

/** Returns a message with the colleagues who may create articles; empty if the caller may. */
export async function writersFor(ctx: Ctx): Promise<string> {
  if (signedInActor(ctx).permissions.includes(WRITING)) return ''
  const named = `“${permissions[WRITING]}”权限`
  const writers = (await activeStaff(ctx)).filter(({ grants }) => grants.get(WRITING) === 'everywhere')
  if (writers.length === 0) return `生成文章须有${named}，目前没有同事有这项权限，请与管理员联系`
  return `生成文章须有${named}，请由有权限的同事办理：${writers.map(({ name }) => name).join('、')}`
}

export const meetingArticlesHandlers = {
  /**
   * Creates the article, or returns the existing one. The lock on the meeting makes concurrent calls return the same
   * article.
   */
  'POST /staff/meeting/article': async (ctx, { id, kind, catalogId }) => {
    const told = await writersFor(ctx)
    if (told) throw forbidden(told)
    return inTransaction(ctx, async tx => {
      const [of] = await tx.db.select().from(meeting).where(eq(meeting.id, id)).for('update')
      if (!of) throw notFound('没有这次会议')
      const known = (await articlesOf(tx, of)).get(kind)
      if (known) return { route: known.route, isNew: false }
      const route = await writeArticle(tx, of, { kind, catalogId })
      return { route, isNew: true }
    })
  },
} satisfies Partial<Handlers<typeof staffMeetingContract>>

type ArticleRequest = { kind: string; catalogId: number | undefined }

async function writeArticle(ctx: Ctx, of: Meeting, { kind, catalogId }: ArticleRequest): Promise<string> {
  if (of.state !== 'recorded') throw conflict('记录审议结果之后才有公示文稿')
  const announced = await announcementsOf(ctx, of, await readItems(ctx, of.id))
  const text = announced.find(one => one.kind === kind)
  if (!text) throw conflict('这次会议没有要公示的这类事项，请刷新后查看')
  const { title, html, endsOn } = text
  const origin = { name: `会议：${of.title}`, route: `/staff/meetings/${of.id}`, permission: 'staff:decide' } as const
  const column = catalogId ?? (await columnOfNotices(ctx))
  const noticeEndTime = `${endsOn}T23:59:00+08:00`
  const values = articleValues.parse({ title, content: html, catalogId: column, noticeEndTime })
  const { id: articleId } = await createDraft(ctx, { values, origin })
  const made = { meetingId: of.id, kind, articleId, createdAt: ctx.now }
  // Replace the link to an article that was permanently deleted.
  await ctx.db
    .insert(meetingArticle)
    .values(made)
    .onConflictDoUpdate({ target: [meetingArticle.meetingId, meetingArticle.kind], set: made })
  const about = { objectType: 'meeting', objectId: of.id, objectName: of.title }
  await recordChange(ctx, { action: 'meeting.article', ...about, before: {}, after: { articleId, kind } })
  return (await articlesOf(ctx, of)).get(kind)!.route
}

const WRITING: Permission = 'staff:content'

/** Current state of these articles; permanently deleted ones are missing. */
async function readArticles({ db }: Ctx, ids: readonly number[]) {
  const { id, title, status, deletedAt } = article
  const rows = await db
    .select({ id, title, status, deletedAt, draftTitle: articleDraft.title })
    .from(article)
    .leftJoin(articleDraft, eq(articleDraft.articleId, article.id))
    .where(inArray(article.id, [...ids]))
  return new Map(
    rows.map(row => [
      row.id,
      {
        title: row.draftTitle || row.title,
        stateName: row.deletedAt ? '在回收站' : articleStates[row.status],
        route: `/staff/articles/${row.id}`,
      },
    ]),
  )
}

/** Column bound to public notices; null: unbound. */
async function columnOfNotices({ db }: Ctx): Promise<number | null> {
  const [found] = await db.select().from(namedPlace).where(eq(namedPlace.code, 'publicNotices'))
  return found?.catalogueId ?? null
}
