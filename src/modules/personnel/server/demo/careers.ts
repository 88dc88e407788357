import { and, asc, eq } from 'drizzle-orm'
import { addDays, dayOf, daysBetween } from '#lib/dates.ts'
import type { Services } from '#lib/server/api/context.ts'
import { actingAs } from '#modules/accounts/server/demo.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { employment, person } from '#modules/members/server/tables.ts'
import { keepMaterial } from '#modules/qualifications/server/demo/applicationFiles.ts'
import { type Credit, creditHours } from '../studyHours.ts'
import { takeOverPerson } from '../takeovers.ts'

type Loading = Services & { now: Date }

/** Inserts the start dates of current employments, and some previous ones. */
export async function insertCareers({ db, now }: Loading): Promise<void> {
  const rows = await db.select().from(employment).orderBy(asc(employment.id))
  for (const [i, { id, personId, organisationId }] of rows.entries()) {
    const fromDay = addDays(dayOf(now), -(400 + ((i * 97) % 1500)))
    await db.update(employment).set({ fromDay }).where(eq(employment.id, id))
    const former = rows[(i * 7 + 11) % rows.length]!.organisationId
    if (i % 6 !== 4 || former === organisationId) continue
    const before = { fromDay: addDays(fromDay, -(600 + ((i * 31) % 900))), toDay: addDays(fromDay, -20) }
    const how = { began: 'company', ended: 'company', endReason: '离职' } as const
    await db.insert(employment).values({ personId, organisationId: former, ...before, ...how, createdAt: now })
  }
}

const COURSES = [
  { title: 'GB/T 1576《工业锅炉水质》宣贯班', hours: 8 },
  { title: '水质异常诊断专题研修', hours: 8 },
  { title: '锅炉化学清洗安全与环保（线上课程）', hours: 4 },
  { title: '有机热载体检测技术研修', hours: 12 },
]

/** Most people have some study hours for their next renewal, few have all of them. */
export async function insertStudyHours({ db, now }: Loading): Promise<void> {
  const today = dayOf(now)
  const held = await db
    .select()
    .from(certificate)
    .where(and(eq(certificate.register, 'personnel'), eq(certificate.status, 'valid')))
    .orderBy(asc(certificate.id))
  const credits = held.flatMap(({ personId, kindCode, validFrom, validTo }, i): Credit[] => {
    const last = validTo && validTo < today ? validTo : today
    const days = daysBetween(validFrom, last)
    if (personId === null || days < 4) return []
    return COURSES.slice(0, (i + 2) % COURSES.length).map((course, j) => ({
      personId,
      ...course,
      certificateKind: j === 0 ? null : kindCode,
      earnedOn: addDays(validFrom, Math.floor((days * (j + 1)) / (COURSES.length + 1))),
    }))
  })
  await creditHours({ db, now }, credits)
}

/** 泰山药剂 wants somebody who is still with another company: that one, or the association, has to say so. */
export async function requestTakeover(ctx: Loading): Promise<void> {
  const applicant = await actingAs(ctx, 'taishan', 2)
  const [of] = await ctx.db.select().from(person).where(eq(person.name, '谢一宁'))
  const { name, idType, idNumberSealed } = of!
  await takeOverPerson(applicant, {
    form: {
      name,
      idType,
      idNumber: ctx.encryption.decrypt(idNumberSealed!),
      fromDay: addDays(dayOf(ctx.now), -20),
      remark: '本月初入职，原单位尚未办理离开登记。',
    },
    fileIds: [await keepMaterial(applicant, '劳动合同')],
  })
}
