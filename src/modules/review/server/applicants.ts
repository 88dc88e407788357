import { type SQL, sql } from 'drizzle-orm'
import { maskName } from '#lib/mask.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { type Application, kindOf } from './applicationKinds.ts'
import { application } from './tables.ts'

type Applicants = {
  /** Names of whoever applied: expressions in a row of `application`. */
  organisationName: SQL<string | null>
  personName: SQL<string | null>
  /** Matches the applications of the organisations and persons of this name or number. */
  isKnownAs: (ctx: Ctx, typed: string) => SQL
}

const applicants = hook<Applicants>('the names of applicants')

/** The module that knows organisations and persons says who applied. */
export const defineApplicants = applicants.define

/** The applications of the organisations and persons of this name or number. */
export const isApplicantKnownAs = (ctx: Ctx, typed: string): SQL => applicants.get().isKnownAs(ctx, typed)

/** Columns of a query of applications from which `applicantOf` reads the name. */
export const applicantColumns = () => ({
  organisationName: applicants.get().organisationName,
  personName: applicants.get().personName,
  colleagueName: sql<string | null>`(select ${account.displayName} from ${account}
    where ${account.id} = ${application.accountId} and ${account.kind} = 'staff')`,
})

type Named = Pick<Application, 'kind' | 'title'> & {
  organisationName: string | null
  personName: string | null
  colleagueName: string | null
}

/** Name of the applicant, of a person in part; a visitor is named by the title alone. */
export function applicantOf(of: Named): string {
  if (of.organisationName) return of.organisationName
  if (of.personName) return maskName(of.personName)
  return of.colleagueName ?? kindOf(of).visitorIn?.(of.title) ?? of.title
}

/** What is applied for, where the title says more than the applicant's name. */
export function matterOf(of: Named): string {
  const [applicant, title] = [applicantOf(of), of.title]
  return title.startsWith(applicant) ? title.slice(applicant.length).trim() : title
}
