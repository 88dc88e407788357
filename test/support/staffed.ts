import { eq } from 'drizzle-orm'
import { addDays, dayOf } from '#lib/dates.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { enterCertificates } from '#modules/certificates/server/register.ts'
import { enterPerson } from '#modules/members/server/persons.ts'
import { organisation } from '#modules/members/server/tables.ts'
import type { Site } from './app.ts'
import { signUpComplete } from './make.ts'

type Dates = { validFrom?: string; validTo: string | null; kindCode?: string }

let made = 0

/** A company with people in the register, each with a title and perhaps a certificate, of that kind where none is said. */
export async function staffed(site: Site, usualKind = 'HQ2') {
  const one = await signUpComplete(site)
  const { services } = site
  const [own] = await services.db.select().from(account).where(eq(account.id, one.accountId))
  const organisationId = own!.organisationId!
  const [of] = await services.db.select().from(organisation).where(eq(organisation.id, organisationId))
  const now = new Date()
  const ctx = { ...services, now }
  const today = dayOf(now)

  const certify = async (personId: number, dates: Dates): Promise<number> => {
    const { validFrom = addDays(today, -700), validTo, kindCode = usualKind } = dates
    const [entered] = await enterCertificates(ctx, [
      {
        register: 'personnel',
        number: `${kindCode}-T-${++made}`,
        holderName: `持证${made}`,
        organisationName: of!.name,

        organisationId,
        personId,
        groupCode: kindCode.slice(0, 2),
        groupName: '化学清洗',
        kindCode,
        kindName: '化学清洗员',
        issuer: '协会',
        issuedOn: addDays(today, -700),
        validFrom,
        validTo,
      },
    ])
    return entered!.id
  }
  return {
    ...site.as(one.token),
    organisationId,
    phone: one.phone,
    token: one.token,
    accountId: one.accountId,
    name: of!.name,
    certify,
    employ: async (jobTitle: string, dates?: Dates): Promise<number> => {
      const id = await enterPerson(ctx, { name: `员工${++made}`, jobTitle, organisationId })
      if (dates) await certify(id, dates)
      return id
    },
    /** A certificate of the company's own, such as QX01 B. */
    hold: async (kindCode: string, levelCode: string): Promise<number> => {
      const [entered] = await enterCertificates(ctx, [
        {
          register: 'qualification',
          number: `CBWA-T-${++made}`,
          holderName: of!.name,
          organisationName: of!.name,

          organisationId,
          groupCode: kindCode.slice(0, 2),
          groupName: '清洗类',
          kindCode,
          kindName: '锅炉化学清洗单位',
          levelCode,
          levelName: `${levelCode}级`,
          issuer: '协会',
          issuedOn: addDays(today, -500),
          validFrom: addDays(today, -500),
          validTo: addDays(today, 800),
        },
      ])
      return entered!.id
    },
  }
}
