import { and, eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { invalid, notFound } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defaultTitle } from '#modules/ledger/titles/server/titles.ts'
import { organisationValues } from '#modules/members/server/organisations.ts'
import { personValues } from '#modules/members/server/persons.ts'
import { application } from '#modules/review/server/tables.ts'
import { registration } from '#modules/training/server/tables.ts'
import type { enrolmentContract } from '../contract.ts'
import { isOpenFor, memberBy } from './enrolling.ts'
import { blankEnrolment, enrolmentDetail } from './enrolmentDetail.ts'
import { isMember } from './enrolmentFees.ts'
import { type Owner, peopleOf } from './enrolmentPeople.ts'
import type { Registration } from './enrolmentRegister.ts'
import { isMine } from './registrationsList.ts'
import { registrationOfTicket } from './visitors.ts'

type Endpoints = typeof enrolmentContract
type Detail = Endpoints['GET /training/v2/detail']

export const registrationsHandlers = {
  'GET /training/v2/detail': async (ctx, asked) => {
    const by = await memberBy(ctx)
    const kept = await findMine(ctx, asked)
    const own = await isMember(ctx, by)
    const more = { people: await peopleOf(ctx, by), lastInvoice: await lastInvoiceOf(ctx) }
    if (kept) return { ...(await enrolmentDetail(ctx, kept, own)), ...more }
    const form = { ...(await prefillOf(ctx, by)), ...by.fixed } as FormValues
    return {
      ...(await blankEnrolment(ctx, asked.trainingId!, { form, isMember: own, ...by })),
      ...more,
    }
  },
  /** The blank form of a course, or what the visitor's ticket names. */
  'GET /app/training/getApply': async (ctx, { trainingId, regNo }) => {
    if (regNo) return enrolmentDetail(ctx, await registrationOfTicket(ctx, regNo))
    if (trainingId === undefined) throw invalid('请选择培训班', { trainingId: '请选择培训班' })
    return blankEnrolment(ctx, trainingId, { form: {}, isMember: false })
  },
} satisfies Partial<Handlers<Endpoints>>

/** Finds the registration by its id, or the open one for the course. */
export async function findMine(ctx: Ctx, { id, trainingId }: Parsed<Detail>): Promise<Registration | undefined> {
  if (id === undefined && trainingId === undefined) throw invalid('请指明报名或培训班', { trainingId: '请选择培训班' })
  const which = id === undefined ? isOpenFor(ctx, trainingId!) : and(eq(registration.id, id), await isMine(ctx))
  const [found] = await ctx.db
    .select({ registration })
    .from(registration)
    .leftJoin(application, eq(application.id, registration.applicationId))
    .where(which)
  if (!found && id !== undefined) throw notFound('报名不存在，或不是您提交的')
  return found?.registration
}

/** Known data of the registrant. */
async function prefillOf(ctx: Ctx, { organisationId, personId }: Owner): Promise<FormValues> {
  if (organisationId) {
    const of = await organisationValues(ctx, organisationId)
    const { provinceCode, address, liaisonName, liaisonMobile, liaisonEmail } = of
    return filled({
      provinceCode,
      address,
      contactName: liaisonName,
      contactMobile: liaisonMobile,
      contactEmail: liaisonEmail,
    })
  }
  if (!personId) return {}
  const { name, provinceCode, mobile, email, employer } = await personValues(ctx, personId)
  const self = { provinceCode, orgName: employer, contactName: name, contactMobile: mobile, contactEmail: email }
  return { ...filled(self), participants: [{ personId, name: String(name ?? '') }] }
}

const filled = (values: Record<string, FormValues[string] | undefined>): FormValues =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])))

/** The title that is kept, as the form has it. */
async function lastInvoiceOf(ctx: Ctx): Promise<FormValues | null> {
  const kept = await defaultTitle(ctx)
  if (!kept) return null
  const { title, email, creditCode, address, phone, bank, accountSealed, isPersonal } = kept
  return filled({
    titleType: isPersonal ? 'person' : 'organisation',
    invoiceTitle: title,
    taxNumber: creditCode,
    regAddress: address,
    regPhone: phone,
    bank,
    bankAccount: accountSealed ? ctx.encryption.decrypt(accountSealed) : '',
    invoiceEmail: email,
    invoiceKind: 'ordinary',
  })
}
