import { eq } from 'drizzle-orm'
import { qualificationCase, qualificationKind } from '#modules/qualifications/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { expert } from '../../src/modules/experts/server/tables.ts'
import { organisation } from '../../src/modules/members/server/tables.ts'
import type { Site } from './app.ts'
import { putFile, signUpComplete } from './make.ts'

type Staff = ReturnType<Site['as']>

/** A kind of the demo association's. */
const KIND = 101
export const CHECKLIST = [
  { clause: '4.1 人员', content: '持证人员在岗，社保与合同齐全' },
  { clause: '5.2 设备', content: '仪器设备有台账，在校准有效期内' },
]

/** A company whose application has come as far as the review on site. */
export async function awaitingSite(site: Site) {
  const { db } = site.services
  await db.update(qualificationKind).set({ checklist: CHECKLIST }).where(eq(qualificationKind.id, KIND))
  const company = await signUpComplete(site)
  const [whose] = await db.select().from(organisation).where(eq(organisation.creditCode, company.creditCode!))
  const path = ['review', 'materials', 'fee', 'site', 'decision', 'notice'] as const
  const [made] = await db
    .insert(application)
    .values({
      kind: 'qualificationInitial',
      accountId: company.accountId,
      organisationId: whose!.id,
      subjectId: KIND,
      title: `${company.orgName} 锅炉化学清洗单位`,
      state: 'awaitingSite',
      form: { levelCode: 'B' },
      revision: 1,
      number: `ZS2026-T${company.accountId}`,
      submittedAt: new Date(),
    })
    .returning()
  const id = made!.id
  await db.insert(qualificationCase).values({ applicationId: id, type: 'initial', kindId: KIND, path: [...path] })
  const { name: orgName, creditCode } = whose!
  return { ...company, orgName, creditCode, id, number: made!.number! }
}
export type Awaiting = Awaited<ReturnType<typeof awaitingSite>>

/** Id of an expert of the demo association, by name. */
export async function expertCalled({ services: { db } }: Site, name: string): Promise<number> {
  const [found] = await db.select({ id: expert.id }).from(expert).where(eq(expert.name, name))
  return found!.id
}

/** Uploads a scan as staff. */
export const putScan = (site: Site, headers: { cookie: string }, name = '现场评审记录.png'): Promise<number> =>
  putFile(site, { ...headers, 'sec-fetch-site': 'same-origin' }, name)

export const showSite = async (by: Staff, id: number) => (await by.get('/staff/qualification/site/detail', { id })).data
