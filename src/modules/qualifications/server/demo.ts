import { and, eq, sql } from 'drizzle-orm'
import { addDays, dayOf, daysBetween, startOf } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { enterCertificates, type NewCertificate, recordEvent } from '#modules/certificates/server/register.ts'
import { lastDay } from '#modules/certificates/status.ts'
import { article } from '#modules/content/server/tables.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { demoPayment } from '#modules/membership/server/demo/statement.ts'
import { ASSESSMENT_FEE } from '../applicationTypes.ts'
import { type QualificationKind, readKindsByCode } from '../catalogue/server/kindSettings.ts'
import { demoApplications } from './demo/applications.ts'
import { type DemoCertificate, demoCertificates } from './demo/certificates.ts'
import { qualificationGroup } from './tables.ts'

type Loading = Services & { now: Date }
type Organisation = Pick<typeof organisation.$inferSelect, 'id' | 'name' | 'creditCode' | 'provinceCode'>

const VALID_YEARS = 4

export async function demoQualifications(ctx: Loading) {
  await bindRules(ctx)
  await insertCertificates(ctx)
  await demoApplications(ctx)
  await insertPayment(ctx)
}

/** Adds a bank payment that matches one of the claimed fees. */
async function insertPayment(ctx: Loading) {
  const [owed] = await ctx.db
    .select()
    .from(receivable)
    .where(and(eq(receivable.kind, ASSESSMENT_FEE), eq(receivable.state, 'claimed')))
    .limit(1)
  if (owed) await demoPayment(ctx, { payer: owed.payer, amount: owed.amount, remark: `评审费 ${owed.number}` })
}

/** Title of the article with the rules of a group, by the group's code; a pack cannot name article ids. */
const rules = {
  QX: '清洗单位能力评价办法（化学、工业设备、物理清洗）',
  JC: '锅炉水（介）质与有机热载体检测机构能力评价办法',
  SB: '水处理设备、药剂与树脂生产单位能力评价办法',
  YJ: '水处理设备、药剂与树脂生产单位能力评价办法',
  FW: '水处理技术服务、维保与托管运行单位能力评价办法',
  NX: '锅炉能效测试机构与节能环保改造单位能力评价办法',
  XY: '行业信用等级评价办法（试行）',
}

async function bindRules({ db }: Loading) {
  for (const [code, title] of Object.entries(rules))
    await db
      .update(qualificationGroup)
      .set({ ruleArticleIds: sql`array(select id from ${article} where title = ${title})` })
      .where(eq(qualificationGroup.code, code))
}

async function insertCertificates(ctx: Loading) {
  const holderOf = await readOrganisations(ctx)
  const kinds = await readKindsByCode(ctx, [...new Set(demoCertificates.map(({ kind }) => kind))])
  const rows = demoCertificates.map(of => ({ of, row: toRow(ctx, of, holderOf(of), kinds) }))
  const ids = new Map<string, number>()
  const enter = async (some: typeof rows) => {
    const entered = await enterCertificates(
      ctx,
      some.map(({ of, row }) => ({
        ...row,
        replacesId: ids.get(`${row.organisationName} ${of.kind} ${of.upgradeOf}`),
      })),
    )
    for (const [i, { of, row }] of some.entries())
      ids.set(`${row.organisationName} ${of.kind} ${of.serial}`, entered[i]!.id)
  }
  await enter(rows.filter(({ of }) => of.upgradeOf === undefined))
  await enter(rows.filter(({ of }) => of.upgradeOf !== undefined))
  for (const { of, row } of rows)
    for (const { kind, daysAgo, reason } of of.events ?? yearlyReport(ctx, of) ?? [])
      await recordEvent(ctx, ids.get(`${row.organisationName} ${of.kind} ${of.serial}`)!, {
        kind,
        reason,
        effectiveOn: addDays(dayOf(ctx.now), -daysAgo),
      })
}

/** Annual report of this year, reviewed on 20 April; most companies have submitted one. */
function yearlyReport({ now }: Loading, { organisation, issuedDaysAgo }: DemoCertificate): DemoCertificate['events'] {
  const today = dayOf(now)
  const year = today.slice(0, 4)
  const daysAgo = daysBetween(`${year}-04-20`, today)
  const owesNone = daysBetween(`${year}-01-01`, today) >= issuedDaysAgo || issuedDaysAgo > 365 * VALID_YEARS
  if (daysAgo < 0 || owesNone || organisation.startsWith('重庆')) return []
  return [{ kind: 'reviewed', daysAgo, reason: '年度报告符合要求' }]
}

function toRow(
  { now }: Loading,
  of: DemoCertificate,
  holder: Organisation,
  kinds: readonly QualificationKind[],
): NewCertificate {
  const kind = kinds.find(({ code }) => code === of.kind)!
  const level = kind.levels.find(({ code }) => code === of.level)!
  const issuedOn = of.issuedOn ?? addDays(dayOf(now), -of.issuedDaysAgo)
  return {
    register: 'qualification',
    number: `CBWA-${kind.code}-${level.code}-${issuedOn.slice(0, 4)}-${String(of.serial).padStart(4, '0')}`,
    holderName: holder.name,
    organisationName: holder.name,
    organisationId: holder.id,
    creditCode: holder.creditCode,
    provinceCode: holder.provinceCode,
    groupCode: kind.group.code,
    groupName: kind.group.name,
    kindCode: kind.code,
    kindName: kind.name,
    levelCode: level.code,
    levelName: level.name,
    scope: level.scope,
    issuer: '全国锅炉与锅炉水处理行业协会',
    issuedOn,
    validFrom: issuedOn,
    validTo: lastDay(issuedOn, kind.validYears),
    publishedAt: startOf(issuedOn),
  }
}

async function readOrganisations({ db }: Loading) {
  const rows = await db.select().from(organisation)
  const byName = new Map(rows.map(row => [row.name, row]))
  return ({ organisation: name }: DemoCertificate) => {
    const found = byName.get(name)
    if (!found) throw new Error(`the demo certifies ${name}, which the demo does not know`)
    return found
  }
}
