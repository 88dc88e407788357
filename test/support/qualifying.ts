import { eq } from 'drizzle-orm'
import { qualificationKind } from '#modules/qualifications/server/tables.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { addDays, dayOf } from '../../src/lib/dates.ts'
import type { FormValues } from '../../src/lib/form/form.ts'
import { enterCertificates } from '../../src/modules/certificates/server/register.ts'
import { certificate } from '../../src/modules/certificates/server/tables.ts'
import { organisation } from '../../src/modules/members/server/tables.ts'
import type { Site } from './app.ts'
import { filledIn } from './filledIn.ts'
import { putFile, signUpComplete } from './make.ts'

type Staff = ReturnType<Site['as']>
export type Company = Awaited<ReturnType<typeof company>>

const today = dayOf(new Date())

/** A company that has said who it is, with one file that it may hand in for anything. */
export async function company(site: Site) {
  const made = await signUpComplete(site)
  const [own] = await site.services.db.select().from(organisation).where(eq(organisation.creditCode, made.creditCode!))
  return { ...made, organisationId: own!.id, fileId: await putFile(site, made.token, '材料.png') }
}

/** Begins an application; answers its id. */
export async function begin({ api }: Company, wanted: object): Promise<number> {
  const { code, msg, data } = await api.post('/qualification/addApply', wanted)
  if (code !== 200) throw new Error(msg)
  return data.id
}

/** Hands in the form, with all that comes with it; `more`: what of it is to be different. */
export async function handIn({ api, fileId }: Company, id: number, more: FormValues = {}) {
  const { data } = await api.get('/qualification/getApply1', { id })
  return api.post('/qualification/apply1Submit', {
    id,
    version: data.apply.version,
    action: 'submit',
    form: { ...filledIn(data.fields, data.form), ...more },
    files: data.materials.map(({ code }: { code: string }) => ({ code, fileId })),
  })
}

export async function handInMaterials({ api, fileId }: Company, id: number, more: object = {}) {
  const { data } = await api.get('/qualification/getApply2', { id })
  const files = data.materials.map(({ code }: { code: string }) => ({ code, fileId }))
  return api.post('/qualification/apply2Submit', { id, version: data.apply.version, files, action: 'submit', ...more })
}

export const payFee = ({ api, fileId, orgName }: Company, id: number) =>
  api.post('/qualification/apply2Submit', {
    id,
    action: 'submit',
    pay: { paidOn: today, payer: orgName, receiptTitle: orgName, receiptEmail: 'fee@example.com', slipId: fileId },
  })

export type Desks = { reviewer: Staff; cashier: Staff; secretary: Staff }

const deskPaths: Record<string, [keyof Desks, string]> = {
  submitted: ['reviewer', '/staff/review/decide'],
  checking: ['reviewer', '/staff/review/decide'],
  deciding: ['secretary', '/staff/decision/record'],
  noticed: ['secretary', '/staff/decision/record'],
  paying: ['cashier', '/staff/fee/confirm'],
}

/** Decides as the staff whose turn it is. */
export async function decide(desks: Desks, id: number, given: object = {}) {
  const { data } = await desks.reviewer.get('/staff/review/detail', { id })
  const [desk, path] = deskPaths[data.status]!
  return desks[desk].post(path, {
    id,
    version: data.version,
    action: 'pass',
    exceptionReason: '协会决定予以通过',
    ...given,
  })
}

/** The notice has hung out its days. */
export const endNotice = ({ services: { db } }: Site, id: number) =>
  db
    .update(publicNotice)
    .set({ toDay: addDays(today, -1) })
    .where(eq(publicNotice.applicationId, id))

/** Takes an application through all steps, up to `until` or the end; returns the last answer. */
export async function pass(site: Site, desks: Desks, by: Company, id: number, until = 'approved') {
  for (let steps = 0; steps < 12; steps++) {
    const { apply, cert } = (await by.api.get('/qualification/detail', { id })).data
    if (apply.status === until) return { id, certId: cert?.id as number, certNo: cert?.certNo as string }
    if (apply.status === 'noticed') await endNotice(site, id)
    const { code, msg, data } = await stepFrom(apply.status, desks, by, id)
    if (code !== 200) throw new Error(`${apply.status}: ${msg} ${JSON.stringify(data)}`)
  }
  throw new Error(`it never came to be ${until}`)
}

function stepFrom(status: string, desks: Desks, by: Company, id: number) {
  if (status === 'draft') return handIn(by, id)
  if (status === 'preparing') return handInMaterials(by, id)
  return status === 'unpaid' ? payFee(by, id) : decide(desks, id)
}

/** A certificate of a kind without a review on site, unless told otherwise, issued so many days ago. */
export async function certified(
  { services }: Site,
  { organisationId, orgName, creditCode }: Company,
  { daysAgo = 400, kindCode = 'XY01', levelCode = 'AA', levelName = 'AA级', validTo = addDays(today, 400) } = {},
) {
  const issuedOn = addDays(today, -daysAgo)
  const [kind] = await services.db.select().from(qualificationKind).where(eq(qualificationKind.code, kindCode))
  const [entered] = await enterCertificates({ db: services.db, now: new Date() }, [
    {
      register: 'qualification',
      number: `T-${kindCode}-${levelCode}-${organisationId}`,
      issuer: '演示协会',
      holderName: orgName!,
      organisationName: orgName!,
      organisationId,
      creditCode,
      provinceCode: '110000',
      groupCode: kindCode.slice(0, 2),
      groupName: '演示类',
      kindCode,
      kindName: kind!.name,
      levelCode,
      levelName,
      scope: '原范围',
      issuedOn,
      validFrom: issuedOn,
      validTo,
      publishedAt: new Date(),
    },
  ])
  return { certId: entered!.id, certNo: entered!.number }
}

export const certificateOf = async ({ services: { db } }: Site, id: number) =>
  (await db.select().from(certificate).where(eq(certificate.id, id)))[0]!
