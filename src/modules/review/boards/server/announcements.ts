import { and, asc, eq, inArray } from 'drizzle-orm'
import { dayOf, longDay } from '#lib/dates.ts'
import { formatPhone } from '#lib/form/phone.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Xml, xml } from '#lib/xml.ts'
import { kindOf } from '#modules/review/server/applicationKinds.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { votesText } from './attendances.ts'
import type { Board, Item } from './boards.ts'

type Announcement = { kind: string; title: string; html: string; endsOn: string }

/** Builds the announcements after a meeting, one text per kind, from the notices that it opened. */
export async function announcementsOf(ctx: Ctx, of: Board, items: readonly Item[]): Promise<Announcement[]> {
  const passed = items.filter(({ item }) => item.outcome === 'pass').map(({ about }) => about.id)
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
function publishedVotes(of: Board, items: readonly Item[]): Votes | undefined {
  if (!of.rule?.vote?.isPublished) return undefined
  return new Map(items.map(({ item, about }) => [about.id, votesText(of, item)]))
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
function textOf(of: Board, notices: Notices, { association, votes }: AnnouncementContext): Xml {
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
