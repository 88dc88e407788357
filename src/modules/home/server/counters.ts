import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { isInUse, type Part } from '#lib/parts.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { routeTo } from '#lib/server/oversight/lists.ts'
import { hasStatus, inGroup, isListed, type Register } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { isPublished } from '#modules/content/server/articles.ts'
import { countArticles } from '#modules/content/server/count.ts'
import { article, catalogue } from '#modules/content/server/tables.ts'
import { person } from '#modules/members/server/tables.ts'
import { isListedOrganisation, isListedPerson } from '#modules/membership/register/server/register.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { personnelGroup } from '#modules/personnel/server/tables.ts'
import { qualificationGroup } from '#modules/qualifications/server/tables.ts'
import { countOpenCourses, countTrained } from '#modules/training/courses/server/courseCounts.ts'

type CounterContext = Pick<Ctx, 'db' | 'now'>
type Portion = { code: string; name: string }
type Counter = {
  name: string
  /** Address of the page that shows visitors exactly the counted records. */
  route: (ctx: CounterContext, part?: string) => Promise<string> | string
  /** Part of the business that the records belong to, which an association may not use. */
  of?: Part
  /** Subsets that can be counted by themselves: a level, a group, a column. */
  parts?: (ctx: CounterContext) => Promise<Portion[]>
  count: (ctx: CounterContext, part?: string) => Promise<number>
}

const counters: Record<string, Counter> = {
  member: {
    name: '会员单位',
    route: (_, type) => routeTo('/admin/publicity/member', { type }),
    parts: ctx => levels(ctx, 'organisation'),
    count: (ctx, level) => ctx.db.$count(member, and(isListedOrganisation(ctx), inLevel(level))),
  },
  personMember: {
    name: '个人会员',
    route: (_, type) => routeTo('/admin/publicity/member', type ? { type } : { kind: 'person' }),
    parts: ctx => levels(ctx, 'person'),
    count: async (ctx, level) => {
      const rows = ctx.db
        .select({ id: member.id })
        .from(member)
        .innerJoin(person, eq(person.id, member.personId))
        .where(and(isListedPerson(ctx), inLevel(level)))
      return ctx.db.$count(rows.as('listed'))
    },
  },
  qualification: {
    name: '有效单位证书',
    of: 'qualifications',
    route: async (ctx, code) =>
      routeTo('/admin/publicity/qualification', {
        status: 'valid',
        groupId: await idOf(ctx, qualificationGroup, code),
      }),
    parts: ({ db }) =>
      db
        .select({ code: qualificationGroup.code, name: qualificationGroup.name })
        .from(qualificationGroup)
        .orderBy(asc(qualificationGroup.sort)),
    count: (ctx, group) => countCertificates(ctx, 'qualification', group),
  },
  personnel: {
    name: '有效人员证书',
    of: 'personnel',
    route: async (ctx, code) =>
      routeTo('/admin/publicity/person', { status: 'valid', groupId: await idOf(ctx, personnelGroup, code) }),
    parts: ({ db }) =>
      db
        .select({ code: personnelGroup.code, name: personnelGroup.name })
        .from(personnelGroup)
        .orderBy(asc(personnelGroup.sort)),
    count: (ctx, group) => countCertificates(ctx, 'personnel', group),
  },
  trained: {
    name: '近一年培训人次',
    of: 'training',
    route: () => '/admin/publicity/training?trained=yes',
    count: countTrained,
  },
  openCourse: {
    name: '正在报名的培训',
    of: 'training',
    route: () => '/admin/publicity/training?status=open',
    count: countOpenCourses,
  },
  article: {
    name: '公开的文章',
    route: (_, column) => (column ? `/admin/news/list/${column}` : '/admin/home/search'),
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

async function idOf(
  { db }: CounterContext,
  group: typeof qualificationGroup | typeof personnelGroup,
  code: string | undefined,
): Promise<string | undefined> {
  if (code === undefined) return undefined
  const [found] = await db.select({ id: group.id }).from(group).where(eq(group.code, code))
  return found && String(found.id)
}

const inLevel = (level?: string) => (level ? eq(member.levelCode, Number(level)) : undefined)

async function levels({ db }: CounterContext, kind: 'organisation' | 'person'): Promise<Portion[]> {
  const rows = await db.select().from(memberLevel).where(eq(memberLevel.kind, kind)).orderBy(asc(memberLevel.sort))
  return rows.map(({ code, name }) => ({ code: String(code), name }))
}

const countCertificates = (ctx: CounterContext, register: Register, group?: string) =>
  ctx.db.$count(certificate, and(isListed(ctx, register), hasStatus('valid', dayOf(ctx.now)), inGroup(group)))

export async function listSources(ctx: CounterContext): Promise<Portion[]> {
  const sources: Portion[] = []
  for (const [code, { name, parts }] of Object.entries(counters)) {
    sources.push({ code, name })
    for (const part of (await parts?.(ctx)) ?? [])
      sources.push({ code: `${code}:${part.code}`, name: `${name} · ${part.name}` })
  }
  return sources
}

/** Counts the records of a source now, with the address that shows them; an unknown source counts 0. */
export async function countSource(ctx: CounterContext, source: string): Promise<{ num: number; route: string }> {
  const [code, part] = source.split(':')
  const counter = counters[code!]
  if (!counter) return { num: 0, route: '/admin/home' }
  return { num: await counter.count(ctx, part), route: await counter.route(ctx, part) }
}

/** Reports whether a source belongs to a part of the business that the association uses. */
export const isSourceInUse = (source: string, inUse: readonly Part[]): boolean => {
  const of = counters[source.split(':')[0]!]?.of
  return isInUse(inUse, of && [of])
}
