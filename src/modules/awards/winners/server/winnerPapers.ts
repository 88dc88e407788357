import { and, asc, eq, isNull, like } from 'drizzle-orm'
import { dayOf, longDay } from '#lib/dates.ts'
import { conflict, notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Xml, xml } from '#lib/xml.ts'
import { record } from '#modules/audit/server/record.ts'
import { awardCertificate, awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { certificatesZip } from '#modules/certificates/documents/server/certificatesZip.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { catalogue } from '#modules/content/server/tables.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import type { staffWinnerContract } from '../staffWinnerContract.ts'
import type { Winner } from './winners.ts'

type Endpoints = typeof staffWinnerContract
type KindAndYear = { kindId: number; year: number }

const inCall = ({ kindId, year }: KindAndYear) => and(eq(awardWinner.kindId, kindId), eq(awardWinner.year, year))

async function readKind({ db }: Ctx, id: number) {
  const [kind] = await db.select().from(awardKind).where(eq(awardKind.id, id))
  if (!kind) throw notFound('没有这个奖项')
  return kind
}

export const winnerPapersHandlers = {
  'GET /staff/award-winner/zip': async (ctx, asked) => {
    const kind = await readKind(ctx, asked.kindId)
    const rows = await ctx.db
      .select({ id: certificate.id })
      .from(awardCertificate)
      .innerJoin(awardWinner, eq(awardWinner.id, awardCertificate.winnerId))
      .innerJoin(certificate, eq(certificate.id, awardCertificate.certificateId))
      .where(inCall(asked))
      .orderBy(asc(certificate.number))
    if (rows.length === 0) throw conflict(`${asked.year} 年度${kind.name}还没有颁发证书`)
    const name = `${asked.year} 年度${kind.name}证书`
    await record(ctx, {
      action: 'awardWinner.download',
      objectType: 'awardWinner',
      objectName: name,
      detail: { count: rows.length },
    })
    return certificatesZip(
      ctx,
      name,
      rows.map(({ id }) => id),
    )
  },
  /** 关于公布 2026 年度科学技术奖获奖名单的公告: a text for an article, level by level. */
  'GET /staff/award-winner/announcement': async (ctx, asked) => {
    const kind = await readKind(ctx, asked.kindId)
    const winners = await ctx.db
      .select()
      .from(awardWinner)
      .where(and(inCall(asked), isNull(awardWinner.withdrawnOn)))
      .orderBy(asc(awardWinner.sort), asc(awardWinner.id))
    if (winners.length === 0) throw conflict(`${asked.year} 年度${kind.name}还没有获奖项目`)
    const { association } = await readPublicConfig(ctx)
    const award = `${asked.year} 年度${kind.name}`
    const levels = Map.groupBy(winners, ({ levelName }) => levelName)
    const html = xml`<p>经专家评审、奖励委员会审定并公示，现将${award}获奖名单予以公布，共 ${winners.length} 项。</p>
${[...levels].map(([level, ours]) => section(level, ours))}
<p>证书可在<a href="/admin/verify">证书查验</a>页面核对，历届名单见<a href="/admin/publicity/award">获奖名单</a>。</p>
<p class="ql-align-right">${association.name}</p>
<p class="ql-align-right">${longDay(dayOf(ctx.now))}</p>`
    const catalogId = await columnOfAwards(ctx)
    return { title: `关于公布 ${award}获奖名单的公告`, html: html.xml, count: winners.length, catalogId }
  },
} satisfies Partial<Handlers<Endpoints>>

/** Finds the column of articles about awards by its name, because its id differs between sites. */
async function columnOfAwards({ db }: Ctx): Promise<number | null> {
  const [found] = await db
    .select({ id: catalogue.id })
    .from(catalogue)
    .where(and(eq(catalogue.type, '列表'), like(catalogue.name, '%获奖%')))
    .orderBy(asc(catalogue.id))
    .limit(1)
  return found?.id ?? null
}

const section = (level: string, winners: Winner[]): Xml => xml`<h3>${level}（${winners.length} 项）</h3>
<table><thead><tr><th>序号</th><th>项目名称</th><th>主要单位</th><th>主要人员</th></tr></thead><tbody>${winners.map(
  ({ name, organisations, persons }, i) =>
    xml`<tr><td>${i + 1}</td><td>${name}</td><td>${organisations.join('、')}</td><td>${persons.join('、')}</td></tr>`,
)}</tbody></table>`
