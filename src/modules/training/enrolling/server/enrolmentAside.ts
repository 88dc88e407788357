import { eq, inArray } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import { yuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isWithin } from '#lib/server/api/within.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import type { Application, Aside } from '#modules/review/server/applicationKinds.ts'
import { freePlaces, readEnrolmentCourse } from './enrolmentCourse.ts'
import { numberHash } from './enrolmentDuplicates.ts'
import { participantsIn, paysAsMember } from './enrolmentFees.ts'
import { registrationOf } from './enrolmentRegister.ts'
import { peopleAhead } from './waitingList.ts'

/** What whoever looks at a registration should know: the course, its places, the price, and whom the register knows. */
export async function enrolmentAside(ctx: Ctx, of: Application, values: FormValues): Promise<Aside[]> {
  const { course } = await readEnrolmentCourse(ctx, of.subjectId!)
  const kept = await registrationOf(ctx, of)
  const free = await freePlaces(ctx, course)
  const ahead = kept ? await peopleAhead(ctx, kept) : null
  const isMember = kept?.isMember ?? (await paysAsMember(ctx, of, values))
  const facts = [
    { label: '培训班', text: course.title },
    { label: '时间', text: `${course.startsOn} 至 ${course.endsOn}` },
    { label: '名额', text: `共 ${course.quota} 个，还剩 ${Math.max(0, free)} 个`, isBad: free < 0 },
    ...(ahead === null ? [] : [{ label: '候补', text: `前面还有 ${ahead} 人` }]),
    { label: '收费', text: `${isMember ? '会员价' : '非会员价'}，共 ${yuan(kept?.totalFee ?? 0)} 元` },
    { label: '提交人', text: of.accountId === null ? '访客，手机号已凭短信验证' : '会员账号' },
    ...(of.accountId === null ? await claimedIn(ctx, values) : []),
    ...(await strangersIn(ctx, values)),
  ]
  return [{ title: '培训班与名额', facts, link: { name: '查看培训班', route: `/staff/courses/${course.id}` } }]
}

/** Whoever has no account says for which organisation they sign up, and nobody has checked that. */
async function claimedIn(ctx: Ctx, { creditCode, orgName }: FormValues): Promise<Aside['facts']> {
  if (!creditCode) return []
  const [known] = await ctx.db
    .select({ name: organisation.name, provinceCode: organisation.provinceCode })
    .from(organisation)
    .where(eq(organisation.creditCode, String(creditCode)))
  if (!known) return [{ label: '单位', text: '信用代码没有登记的单位' }]
  const isSame = known.name === orgName
  return [
    {
      label: '单位',
      text: `信用代码登记为${toldTo(ctx, known)}，由访客自称，请核对；未登录，不按会员价收费`,
      isBad: !isSame,
    },
  ]
}

/** Whose number the register has under another name: they take part, and are not joined to that person. */
async function strangersIn(ctx: Ctx, values: FormValues): Promise<Aside['facts']> {
  const rows = participantsIn(values)
  if (rows.length === 0) return []
  const hashes = rows.map(row => numberHash(ctx, row))
  const known = await ctx.db
    .select({ hash: person.idNumberHash, name: person.name, provinceCode: person.provinceCode })
    .from(person)
    .where(inArray(person.idNumberHash, hashes))
  return rows.flatMap((row, i) => {
    const other = known.find(({ hash }) => hash === hashes[i])
    if (!other || other.name === row.name) return []
    const text = `${row.name} 的证件号码在人员名册中登记为${toldTo(ctx, other)}，确认后不与名册关联，请核对证件`
    return { label: `第 ${i + 1} 人`, text, isBad: true }
  })
}

/** Who is limited to some provinces is told that there is another name, not which. */
const toldTo = (ctx: Ctx, { name, provinceCode }: { name: string; provinceCode: string | null }) =>
  isWithin(ctx, 'staff:applications', provinceCode, 'enrolment') ? `“${name}”` : '另一个名称（属于其他地区）'
