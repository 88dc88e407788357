import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hasStatus, inGroup, isListed, type Register } from '#modules/certificates/issuing/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { isPublished } from '#modules/content/server/articles.ts'
import { countArticles } from '#modules/content/server/count.ts'
import { article, catalogue } from '#modules/content/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { isListedOrganisation, isListedPerson } from '#modules/membership/register/server/register.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { personnelGroup } from '#modules/personnel/server/tables.ts'
import { qualificationGroup } from '#modules/qualifications/catalogue/server/tables.ts'
import { countOpenCourses, countTrained } from '#modules/training/courses/server/count.ts'

type Asking = Pick<Ctx, 'db' | 'now'>
type Part = { code: string; name: string }
type Counter = {
  name: string
  /** Where visitors see the records. */
  route: string
  /** Which parts of the records can be counted alone: a level, a group, a column. */
  parts?: (ctx: Asking) => Promise<Part[]>
  count: (ctx: Asking, part?: string) => Promise<number>
}

/** Everything a figure of the home page can count, by its code. */
const counters: Record<string, Counter> = {
  member: {
    name: '会员单位',
    route: '/admin/publicity/member',
    parts: ctx => levels(ctx, 'organisation'),
    count: (ctx, level) => ctx.db.$count(member, and(isListedOrganisation(ctx), inLevel(level))),
  },
  personMember: {
    name: '个人会员',
    route: '/admin/publicity/member',
    parts: ctx => levels(ctx, 'person'),
    count: async (ctx, level) => {
      const rows = ctx.db
        .select({ id: member.id })
        .from(member)
        .innerJoin(person, eq(person.id, member.personId))
        .where(and(isListedPerson(ctx), inLevel(level)))
      return ctx.db.$count(rows)
    },
  },
  qualification: {
    name: '有效单位证书',
    route: '/admin/publicity/qualification',
    parts: ({ db }) =>
      db
        .select({ code: qualificationGroup.code, name: qualificationGroup.name })
        .from(qualificationGroup)
        .orderBy(asc(qualificationGroup.sort)),
    count: (ctx, group) => countCertificates(ctx, 'qualification', group),
  },
  personnel: {
    name: '有效人员证书',
    route: '/admin/publicity/person',
    parts: ({ db }) =>
      db
        .select({ code: personnelGroup.code, name: personnelGroup.name })
        .from(personnelGroup)
        .orderBy(asc(personnelGroup.sort)),
    count: (ctx, group) => countCertificates(ctx, 'personnel', group),
  },
  trained: { name: '近一年培训人次', route: '/admin/publicity/training', count: countTrained },
  openCourse: { name: '正在报名的培训', route: '/admin/publicity/training?status=open', count: countOpenCourses },
  article: {
    name: '公开的文章',
    route: '/admin/home/search',
    parts: async ({ db }) => {
      const rows = await db
        .select({ id: catalogue.id, name: catalogue.name })
        .from(catalogue)
        .where(and(eq(catalogue.type, '列表'), isNotNull(catalogue.parentId), eq(catalogue.hidden, false)))
        .orderBy(asc(catalogue.sort), asc(catalogue.id))
      return rows.map(({ id, name }) => ({ code: String(id), name }))
    },
    count: (ctx, column) =>
      column
        ? ctx.db.$count(article, and(isPublished(ctx), eq(article.catalogueId, Number(column))))
        : countArticles(ctx),
  },
}

const inLevel = (level?: string) => (level ? eq(member.levelCode, Number(level)) : undefined)

async function levels({ db }: Asking, kind: 'organisation' | 'person'): Promise<Part[]> {
  const rows = await db.select().from(memberLevel).where(eq(memberLevel.kind, kind)).orderBy(asc(memberLevel.sort))
  return rows.map(({ code, name }) => ({ code: String(code), name }))
}

const countCertificates = (ctx: Asking, register: Register, group?: string) =>
  ctx.db.$count(certificate, and(isListed(ctx, register), hasStatus('valid', dayOf(ctx.now)), inGroup(group)))

/** Every counter, and each with each of its parts, to choose from. */
export async function listSources(ctx: Asking): Promise<Part[]> {
  const sources: Part[] = []
  for (const [code, { name, parts }] of Object.entries(counters)) {
    sources.push({ code, name })
    for (const part of (await parts?.(ctx)) ?? [])
      sources.push({ code: `${code}:${part.code}`, name: `${name} · ${part.name}` })
  }
  return sources
}

/** What a source counts at this moment, and where its records are shown; a source that is no more counts nothing. */
export async function countSource(ctx: Asking, source: string): Promise<{ num: number; route: string }> {
  const [code, part] = source.split(':')
  const counter = counters[code!]
  return counter ? { num: await counter.count(ctx, part), route: counter.route } : { num: 0, route: '/admin/home' }
}
