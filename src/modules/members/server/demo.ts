import { eq, inArray } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { residentBornOn, residentSex } from '#lib/residentId.ts'
import type { Services } from '#lib/server/api/context.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import { saveContacts } from './contacts.ts'
import { organisationLogo } from './demo/logos.ts'
import { type DemoOrganisation, demoOrganisations } from './demo/organisations.ts'
import { type DemoPerson, demoPersons } from './demo/persons.ts'
import { enterOrganisation, lockOrganisation } from './organisations.ts'
import { enterPerson } from './persons.ts'
import { organisation } from './tables.ts'

type Loading = Services & { now: Date }

/** Owners of the demo accounts; `xinren` has not completed its profile. */
const owners = { qingyuan: '北京清源锅炉清洗有限公司', taishan: '济南泰山水处理药剂有限公司', zhangwei: '张伟' }

/** Organisations and persons, members or not, and the accounts that are theirs. */
export async function demoMembers(ctx: Loading) {
  const organisationIds = new Map<string, number>()
  for (const [i, one] of demoOrganisations.entries())
    organisationIds.set(one.name, await insertOrganisation(ctx, one, i))
  const personIds = new Map<string, number>()
  for (const one of demoPersons) personIds.set(one.name, await insertPerson(ctx, one, organisationIds))
  for (const [userName, owner] of Object.entries(owners)) {
    const whose = { organisationId: organisationIds.get(owner) ?? null, personId: personIds.get(owner) ?? null }
    const [own] = await ctx.db
      .update(account)
      .set({ ...whose, creditCode: creditCodes.get(owner) })
      .where(eq(account.userName, userName))
      .returning({ id: account.id })
    if (whose.organisationId) await handOverLogo(ctx, whose.organisationId, own!.id)
    if (whose.organisationId)
      await saveContacts(ctx, await lockOrganisation(ctx, whose.organisationId), contacts[userName]!)
  }
}

/** Contacts of the organisations with an account. The liaison has the account's phone. */
const contacts: Record<string, FormValues> = {
  qingyuan: {
    representativeName: '方启明',
    representativePosition: '总经理',
    representativeMobile: '13900000301',
    liaisonName: '许清和',
    liaisonPosition: '办公室主任',
    liaisonMobile: '13900000001',
    liaisonEmail: 'qingyuan@example.com',
  },
  taishan: {
    representativeName: '岳承志',
    representativePosition: '副总经理',
    representativeMobile: '13900000302',
    liaisonName: '孟岱',
    liaisonPosition: '综合部主管',
    liaisonMobile: '13900000002',
    liaisonEmail: 'taishan@example.com',
  },
}

/**
 * Makes the account the owner of the logo: it goes with the organisation's forms, and only an owner can submit a file.
 */
async function handOverLogo({ db }: Loading, organisationId: number, ownerId: number) {
  const logo = db.select({ id: organisation.logoId }).from(organisation).where(eq(organisation.id, organisationId))
  await db.update(file).set({ ownerId }).where(inArray(file.id, logo))
}

const creditCodes = new Map(demoOrganisations.map(({ name, creditCode }) => [name, creditCode]))

async function insertOrganisation(ctx: Loading, { at, staff, ...of }: DemoOrganisation, index: number) {
  const logo = { name: `${of.shortName}.svg`, type: 'image/svg+xml', width: 200, height: 200, isPublic: true }
  const { capital, foundedDaysAgo, ...columns } = of
  return enterOrganisation(ctx, {
    ...columns,
    provinceCode: provinceOf(of.creditCode),
    lng: at[0],
    lat: at[1],
    foundedOn: addDays(dayOf(ctx.now), -foundedDaysAgo),
    registeredCapital: capital,
    staffTotal: staff[0],
    technicalTotal: staff[1],
    logoId: await keepFile(ctx, { ...logo, bytes: Buffer.from(organisationLogo(of.name, index)) }),
  })
}

function insertPerson(ctx: Loading, of: DemoPerson, organisationIds: Map<string, number>) {
  const { employer, hasPermit, isPrivate, ...columns } = of
  return enterPerson(ctx, {
    ...columns,
    idType: hasPermit ? 'residencePermit' : 'resident',
    sex: residentSex(of.idNumber),
    bornOn: residentBornOn(of.idNumber),
    organisationId: employer ? organisationIds.get(employer)! : null,
    provinceCode: `${of.idNumber.slice(0, 2)}0000`,
    ...(isPrivate ? {} : { publicConsentAt: ctx.now, publicConsentVersion: '1' }),
  })
}

const provinceOf = (creditCode: string) => `${creditCode.slice(2, 4)}0000`
