import { and, desc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { type FormValues, rowsIn } from '#lib/form/form.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { namesIn } from '#modules/awards/entries/entryForm.ts'
import { type EntryCase, readEntry } from '#modules/awards/entries/server/entries.ts'
import { awardCall, awardEntry, awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { hasStatus } from '#modules/certificates/server/filters.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { member } from '#modules/membership/server/tables.ts'
import type { Application, Aside } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'

type Facts = Aside['facts']

/**
 * Returns facts for the reviewer of a form: the applicant, earlier awards, and how the lists compare with the limits.
 */
export async function reviewerFacts(ctx: Ctx, of: Application, values: FormValues): Promise<Aside[]> {
  const about = await readEntry(ctx, of.subjectId!)
  return [
    { title: '申报单位', facts: await applicantFacts(ctx, about) },
    { title: '限额', facts: limitFacts(about, values) },
    { title: '同名与获奖记录', facts: await earlierFacts(ctx, about, values) },
    {
      title: '申报',
      facts: [{ label: '申报通知', text: about.call.title }],
      ...(signedInActor(ctx).permissions.includes('staff:awards') && {
        link: { name: '查看这一年度的全部申报', route: `/staff/award-entries?callId=${about.call.id}` },
      }),
    },
  ]
}

async function applicantFacts(ctx: Ctx, { entry: { organisationId } }: EntryCase): Promise<Facts> {
  if (organisationId === null) return [{ label: '申报人', text: '个人账号' }]
  const [of] = await ctx.db.select().from(organisation).where(eq(organisation.id, organisationId))
  const valid = and(
    eq(certificate.register, 'qualification'),
    eq(certificate.organisationId, organisationId),
    hasStatus('valid', dayOf(ctx.now)),
  )
  const isMember = await ctx.db.$count(
    member,
    and(eq(member.organisationId, organisationId), inArray(member.status, ['active', 'unpaid', 'overdue'])),
  )
  return [
    { label: '登记名称', text: of!.name },
    { label: '统一社会信用代码', text: of!.creditCode },
    { label: '会员', text: isMember ? '是' : '否' },
    { label: '有效的能力评价证书', text: `${await ctx.db.$count(certificate, valid)} 张` },
  ]
}

function limitFacts({ call, entry }: EntryCase, values: FormValues): Facts {
  const level = call.rules.levels.find(({ code }) => code === entry.levelWanted)
  const fact = (label: string, name: string, most: number | null | undefined) => {
    const n = rowsIn(values, name).length
    const isBad = typeof most === 'number' && n > most
    return { label, text: typeof most === 'number' ? `${n} / ${most}` : String(n), ...(isBad && { isBad }) }
  }
  return [
    { label: '申报等级', text: level?.name ?? '未指定' },
    fact('单位', 'organisations', level?.mostOrganisations),
    fact('人员', 'persons', level?.mostPersons),
  ]
}

/** Returns entries with the same name by any applicant, and recent awards of the first organisation. */
async function earlierFacts(ctx: Ctx, { entry, call }: EntryCase, values: FormValues): Promise<Facts> {
  const [first = ''] = namesIn(values).organisations
  const won = await ctx.db
    .select()
    .from(awardWinner)
    .where(
      and(
        isNull(awardWinner.withdrawnOn),
        or(eq(awardWinner.name, entry.name), sql`${first} = any(${awardWinner.organisations})`),
      ),
    )
    .orderBy(desc(awardWinner.year), desc(awardWinner.id))
    .limit(20)
  const same = await ctx.db
    .select({ number: application.number, year: awardCall.year, kindName: awardKind.name })
    .from(awardEntry)
    .innerJoin(application, eq(application.id, awardEntry.applicationId))
    .innerJoin(awardCall, eq(awardCall.id, awardEntry.callId))
    .innerJoin(awardKind, eq(awardKind.id, awardCall.kindId))
    .where(
      and(
        eq(awardEntry.name, entry.name),
        ne(awardEntry.id, entry.id),
        ne(application.state, 'draft'),
        inArray(awardCall.year, [call.year, call.year - 1, call.year - 2]),
      ),
    )
    .limit(10)
  const ofSameName = won.filter(({ name }) => name === entry.name)
  const ofFirst = won.filter(({ name }) => name !== entry.name)
  return [
    ...ofSameName.map(({ year, levelName }) => ({
      label: '同名项目曾获奖',
      text: `${year} 年度${levelName}`,
      isBad: true,
    })),
    ...same.map(({ number, year, kindName }) => ({
      label: '同名申报',
      text: `${year} 年度${kindName} ${number}`,
      isBad: year === call.year,
    })),
    { label: '第一完成单位获奖', text: ofFirst.length ? ofFirst.map(wonWords).join('；') : '近年没有' },
  ]
}

const wonWords = ({ year, levelName, name }: typeof awardWinner.$inferSelect) => `${year} 年度${levelName}“${name}”`
