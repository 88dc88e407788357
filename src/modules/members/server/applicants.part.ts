import { eq, inArray, or, sql } from 'drizzle-orm'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import { toRegisterQuery } from '#lib/server/search/words.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { defineApplicants } from '#modules/review/server/applicants.ts'
import { application } from '#modules/review/server/tables.ts'
import { hasMobile, isCompanyOfCaller } from './callers.ts'
import { organisation, person } from './tables.ts'

const ofAccount = sql`from ${account} where ${account.id} = ${application.accountId}`

defineApplicants({
  organisationName: sql<string | null>`(select ${organisation.name} from ${organisation}
    where ${organisation.id} = coalesce(${application.organisationId}, (select ${account.organisationId} ${ofAccount})))`,
  personName: sql<string | null>`(select ${person.name} from ${person}
    where ${person.id} = coalesce(${application.personId}, (select ${account.personId} ${ofAccount})))`,
  isKnownAs: (ctx, typed) => {
    const query = toRegisterQuery(typed)
    const mobile = plainMobile(typed)
    const companies = or(
      query ? sql`${organisation.words} @@ ${query}::tsquery` : undefined,
      isCompanyOfCaller(ctx, typed),
    )
    const persons = isMobile(mobile) ? hasMobile(ctx, mobile) : eq(person.name, typed)
    return or(
      companies &&
        inArray(application.organisationId, ctx.db.select({ id: organisation.id }).from(organisation).where(companies)),
      inArray(application.personId, ctx.db.select({ id: person.id }).from(person).where(persons)),
    )!
  },
})
