import { and, desc, eq, lte, ne } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { presentHtml } from '#lib/server/outbound/presentHtml.ts'
import { isListed } from '#modules/certificates/server/filters.ts'
import { publicRowOf } from '#modules/certificates/server/publicRow.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { fileUrl } from '#modules/files/server/files.ts'
import { ORGANISATION } from '#modules/members/profileRules.ts'
import { natures, trades } from '#modules/members/server/dictionaries.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { member, memberLevel, memberStyle } from '#modules/membership/server/tables.ts'
import { MEMBER } from '#modules/membership/words.ts'
import { readPublicAnswers } from '#modules/ownFields/server/ownFields.ts'
import { publicPostsOf } from '#modules/posts/server/publicLists.ts'
import type { publicRegisterContract } from '../publicContract.ts'
import { publicMemberColumns, toPublicMember } from './members.ts'
import { isListedOrganisation } from './register.ts'

type Endpoints = typeof publicRegisterContract

/** Maximum length of the description for search engines, in characters. */
const SUMMARY_LENGTH = 160

export const profileHandlers = {
  'GET /app/publicity/member/detail': async (ctx, { id }) => {
    const [found] = await ctx.db
      .select({ ...publicMemberColumns, of: organisation, style: memberStyle, own: member.own })
      .from(member)
      .innerJoin(memberLevel, eq(memberLevel.code, member.levelCode))
      .innerJoin(organisation, eq(organisation.id, member.organisationId))
      .leftJoin(memberStyle, and(eq(memberStyle.memberId, member.id), lte(memberStyle.publishedAt, ctx.now)))
      .where(and(eq(member.id, id), isListedOrganisation(ctx)))
    if (!found) throw notFound('会员不存在或不公开')
    const { of, style, own, ...columns } = found
    const [tradeName, natureName] = await Promise.all([trades.names(ctx), natures.names(ctx)])
    const { personName: _, ...row } = toPublicMember(columns, tradeName)
    return {
      ...row,
      intro: of.intro,
      products: of.products,
      honours: of.honours,
      address: of.address,
      lng: of.lng,
      lat: of.lat,
      phone: of.phoneIsPublic && of.phone ? of.phone : null,
      nature: of.nature,
      natureName: natureName(of.nature),
      foundedOn: of.foundedOn,
      own: await readPublicAnswers(ctx, { [ORGANISATION]: of.own, [MEMBER]: own }),
      style: style && {
        title: style.title,
        cover: fileUrl(style.coverId),
        content: presentHtml(style.content, 3),
        images: style.imageIds.map(imageId => fileUrl(imageId)),
        video: fileUrl(style.videoId),
        honours: style.honours,
      },
      posts: await publicPostsOf(ctx, of.id),
      summary: summaryOf(row, of.intro),
    }
  },
  'GET /app/publicity/member/qualification/list': async (ctx, { id }) => {
    const [found] = await ctx.db
      .select({ organisationId: member.organisationId })
      .from(member)
      .where(and(eq(member.id, id), isListedOrganisation(ctx)))
    if (!found) throw notFound('会员不存在或不公开')
    const rows = await ctx.db
      .select()
      .from(certificate)
      .where(
        and(
          isListed(ctx, 'qualification'),
          eq(certificate.organisationId, found.organisationId!),
          ne(certificate.status, 'replaced'),
        ),
      )
      .orderBy(desc(certificate.issuedOn), desc(certificate.id))
    return rows.map(row => ({ id: row.id, ...publicRowOf(row, statusToday(row, dayOf(ctx.now))) }))
  },
} satisfies Partial<Handlers<Endpoints>>

function summaryOf(
  {
    typeName,
    provinceName,
    mainBusiness,
  }: Pick<ReturnType<typeof toPublicMember>, 'typeName' | 'provinceName' | 'mainBusiness'>,
  intro: string,
) {
  const facts = [`${provinceName}${typeName}`, mainBusiness && `主营${mainBusiness}`].filter(Boolean).join('，')
  const all = [...`${facts}。${intro}`]
  return all.length <= SUMMARY_LENGTH ? all.join('') : `${all.slice(0, SUMMARY_LENGTH - 1).join('')}…`
}
