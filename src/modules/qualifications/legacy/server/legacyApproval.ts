import { and, desc, eq, ne } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { typedNumber } from '#lib/typed.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record, recordChange } from '#modules/audit/server/record.ts'
import { storedKind } from '#modules/certificates/server/certificateCatalogue.ts'
import { certificateEntered, notifyHolder } from '#modules/certificates/server/certificateMessages.ts'
import {
  type Certificate,
  enterCertificates,
  type NewCertificate,
  numberKey,
} from '#modules/certificates/server/register.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { lastDay } from '#modules/certificates/status.ts'
import { organisation } from '#modules/members/server/tables.ts'
import { readKind } from '#modules/qualifications/catalogue/server/kindSettings.ts'
import type { Application, Aside, Effect, Entered } from '#modules/review/server/applicationKinds.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { OTHER } from '../legacyForm.ts'
import { OLD_GROUP, OLD_KIND } from '../oldKind.ts'
import { findByNumber, obstacleOf, refuseRegistered } from './legacyRegister.ts'

/** Into the register; or, where an import had brought it without its company, to that company. */
export async function registerLegacy(ctx: Ctx, { application, values }: Entered): Promise<Effect> {
  const number = typedNumber(String(values.certNo))
  await lockKey(ctx, `certificate ${numberKey(number)}`)
  await refuseRegistered(ctx, values)
  const holder = await organisationWith(ctx, String(values.creditCode))
  const known = await findByNumber(ctx, number)
  const id = known
    ? await assignCertificate(ctx, known, values, holder)
    : await enterCertificate(ctx, await rowOf(ctx, values, number, holder))
  const registered = (await findByNumber(ctx, number))!
  if (application.accountId === null) await notifyHolder(ctx, registered, certificateEntered)
  return { resultId: id, say: `证书 ${registered.number} 已在名册中，可以公开查验。` }
}

type Holder = typeof organisation.$inferSelect | undefined

async function organisationWith({ db }: Pick<Ctx, 'db'>, creditCode: string): Promise<Holder> {
  const [found] = await db.select().from(organisation).where(eq(organisation.creditCode, creditCode))
  return found
}

/** Assigns a registered certificate to its holder; the printed content stays. */
async function assignCertificate(ctx: Ctx, known: Certificate, values: FormValues, holder: Holder): Promise<number> {
  const { organisationId, creditCode, provinceCode } = known
  const after = {
    organisationId: holder?.id ?? null,
    creditCode: String(values.creditCode),
    provinceCode: provinceCode ?? String(values.provinceCode),
  }
  await ctx.db
    .update(certificate)
    .set({ ...after, publishedAt: known.publishedAt ?? ctx.now })
    .where(eq(certificate.id, known.id))
  await recordChange(ctx, {
    action: 'certificate.claim',
    objectType: 'certificate',
    objectId: known.id,
    objectName: known.number,
    before: { organisationId, creditCode, provinceCode },
    after,
  })
  return known.id
}

async function enterCertificate(ctx: Ctx, of: NewCertificate): Promise<number> {
  const [entered] = await enterCertificates(ctx, [of])
  const about = { objectType: 'certificate', objectId: entered!.id, objectName: entered!.number }
  await record(ctx, { action: 'certificate.issue', ...about, detail: { kind: of.kindName, issuedOn: of.issuedOn } })
  return entered!.id
}

async function rowOf(ctx: Ctx, values: FormValues, number: string, holder: Holder): Promise<NewCertificate> {
  const { association } = await readPublicConfig(ctx)
  const [orgName, issuedOn] = [String(values.orgName), String(values.issueDate)]
  const { years, scope, ...kind } = await kindOf(ctx, values)
  return {
    register: 'qualification',
    number,
    holderName: orgName,
    organisationName: orgName,
    ...kind,
    organisationId: holder?.id ?? null,
    creditCode: String(values.creditCode),
    provinceCode: String(values.provinceCode),
    scope: String(values.scope ?? scope),
    issuer: association.name,
    issuedOn,
    validFrom: issuedOn,
    source: 'legacy',
    publishedAt: ctx.now,
    validTo: values.validTo ? String(values.validTo) : lastDay(issuedOn, years),
  }
}

async function kindOf(ctx: Ctx, { childId, levelId, oldKind, oldLevel = '' }: FormValues) {
  if (childId === OTHER) {
    const named = { kindName: String(oldKind), levelCode: '', levelName: String(oldLevel) }
    return { ...OLD_GROUP, kindCode: OLD_KIND, ...named, years: 0, scope: '' }
  }
  const kind = (await readKind(ctx, Number(childId)))!
  const level = kind.levels.find(({ id }) => String(id) === levelId)
  return {
    ...storedKind(kind, level),
    scope: level?.scope ?? '',
    years: kind.validYears,
  }
}

export async function legacyAside(ctx: Ctx, { accountId }: Application, values: FormValues): Promise<Aside[]> {
  const creditCode = String(values.creditCode)
  const known = await findByNumber(ctx, String(values.certNo))
  const holder = await organisationWith(ctx, creditCode)
  const why = known && obstacleOf(known, creditCode)
  const sameNumber = known ? (why ?? `已在名册中（${known.holderName}），尚无单位认领；通过即归入该单位`) : '没有'
  const facts = [
    { label: '同一编号', text: sameNumber, isBad: why !== undefined },
    await codeFact(ctx, holder, values),
    { label: '该单位的其他证书', text: await othersOf(ctx, creditCode, known) },
    { label: '提交人', text: accountId === null ? '访客，手机号已凭短信验证' : '本单位的会员账号' },
  ]
  const link = known
    ? { name: '查看这张证书', route: `/staff/certificates/${known.id}` }
    : holder && { name: '查看单位档案', route: `/staff/organisations/${holder.id}` }
  return [{ title: '名册核对', facts, link }]
}

async function codeFact({ db }: Ctx, holder: Holder, { creditCode, orgName }: FormValues) {
  const [owner] = await db
    .select({ userName: account.userName })
    .from(account)
    .where(eq(account.creditCode, String(creditCode)))
  const has = owner ? '，有会员账号' : '，没有会员账号'
  if (!holder) return { label: '统一社会信用代码', text: `没有登记的单位${has}；单位以后登记时，证书随之归入` }
  const isSame = holder.name === orgName
  return { label: '统一社会信用代码', text: `${isSame ? '' : '名称不同：'}${holder.name}${has}`, isBad: !isSame }
}

const MAX_OTHERS_SHOWN = 5

async function othersOf({ db }: Ctx, creditCode: string, known: Certificate | undefined): Promise<string> {
  const others = await db
    .select({ number: certificate.number })
    .from(certificate)
    .where(
      and(
        eq(certificate.creditCode, creditCode),
        eq(certificate.register, 'qualification'),
        known && ne(certificate.id, known.id),
      ),
    )
    .orderBy(desc(certificate.issuedOn), desc(certificate.id))
    .limit(MAX_OTHERS_SHOWN + 1)
  const named = others.slice(0, MAX_OTHERS_SHOWN).map(({ number }) => number)
  return named.length ? `${named.join('、')}${others.length > MAX_OTHERS_SHOWN ? ' 等' : ''}` : '没有'
}
