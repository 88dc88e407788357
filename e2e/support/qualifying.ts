import type { Page } from '@playwright/test'
import { filledIn } from '#test/support/filledIn.ts'
import { memberCalls, newCompany, scan } from './company.ts'
import { desk } from './desk.ts'
import { lookInto, openSession } from './test.ts'

type Company = Awaited<ReturnType<typeof applicant>>

/** A company that applies, by the calls that its screens make. */
export async function applicant(page: Page) {
  const company = await newCompany(page)
  const { token, orgName } = company
  const { call, fileId } = await memberCalls(page, token)
  const files = (materials: { code: string }[]) => materials.map(({ code }) => ({ code, fileId }))
  return {
    ...company,
    call,
    begin: async (wanted: object): Promise<number> => (await call('/qualification/addApply', wanted)).id,
    /** `more`: what of the form is to be different. */
    handIn: async (id: number, more = {}) => {
      const { apply, fields, form, materials } = await call(`/qualification/getApply1?id=${id}`)
      const filled = { ...filledIn(fields, form), ...more }
      const { version } = apply
      await call('/qualification/apply1Submit', {
        id,
        version,
        form: filled,
        files: files(materials),
        action: 'submit',
      })
    },
    handInMaterials: async (id: number) => {
      const { apply, materials } = await call(`/qualification/getApply2?id=${id}`)
      const { version } = apply
      await call('/qualification/apply2Submit', { id, version, files: files(materials), action: 'submit' })
    },
    pay: async (id: number) => {
      const paidOn = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' })
      const pay = { paidOn, payer: orgName, receiptTitle: orgName, receiptEmail: 'fee@example.com', slipId: fileId }
      await call('/qualification/apply2Submit', { id, pay, action: 'submit' })
    },
    rectify: async (id: number) => {
      const { version, list } = await call(`/qualification/rectification?id=${id}`)
      const items = list.map((one: { id: number }) => ({ id: one.id, correction: '已整改', fileIds: [fileId] }))
      await call('/qualification/rectify', { id, version, items, action: 'submit' })
    },
    status: async (id: number): Promise<string> => (await call(`/qualification/detail?id=${id}`)).apply.status,
    certificate: async (id: number) => (await call(`/qualification/detail?id=${id}`)).cert,
  }
}

/** 行业信用等级评价, which takes no review on site, with its levels, the highest first. */
export async function creditKind(of: Company) {
  const groups: { groupCode: string; children: { childId: number }[] }[] = await of.call('/qualification/group/list')
  const child = groups.find(({ groupCode }) => groupCode === 'XY')!.children[0]!.childId
  const listed: { levelId: number }[] = await of.call(`/qualification/level/list?childId=${child}`)
  return { child, levels: listed.map(({ levelId }) => levelId) }
}

/** Decisions of the association's desks on an application. */
export async function desks() {
  const [reviewer, admin, cashier] = await Promise.all(['reviewer', 'admin', 'cashier'].map(desk))
  const say =
    (path: string, by: Awaited<ReturnType<typeof desk>>) =>
    async (id: number, decision: object = {}) => {
      const { version } = await by('GET', `/staff/review/detail?id=${id}`)
      await by('POST', path, { id, version, action: 'pass', exceptionReason: '协会决定予以通过', ...decision })
    }
  return {
    reviewer: reviewer!,
    admin: admin!,
    review: say('/staff/review/decide', reviewer!),
    decide: say('/staff/decision/record', admin!),
    confirmFee: say('/staff/fee/confirm', cashier!),
  }
}

/** An expert of this name who has nothing to do with anybody. */
export async function newExpert(name: string): Promise<number> {
  const reviewer = await desk('reviewer')
  const form = { name, specialities: '化学清洗', provinceCode: '110000', mayLead: 'yes', isActive: 'yes' }
  return (await reviewer('POST', '/staff/expert/save', { form })).id
}

/** A signed record, as staff upload it; answers the file's id. */
export async function storeRecord(): Promise<number> {
  const headers = { cookie: `staff=${await openSession('reviewer')}`, 'sec-fetch-site': 'same-origin' }
  const { name, mimeType, buffer } = scan('评审记录.pdf')
  const body = new FormData()
  body.append('use', 'material')
  body.append('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  const response = await fetch(`${process.env.SITE_URL}/api/file/upload`, { method: 'POST', headers, body })
  return (await response.json()).data.id
}

/** The days of its notice are over. */
export async function endNotice(id: number) {
  const database = await lookInto()
  await database.query('update public_notice set to_day = current_date - 2 where application_id = $1', [id])
  await database.end()
}

/** Takes an application from draft to certificate, without an on-site review; returns the certificate. */
export async function pass(of: Company, by: Awaited<ReturnType<typeof desks>>, id: number, form = {}) {
  await of.handIn(id, form)
  const steps: Record<string, () => Promise<void>> = {
    submitted: () => by.review(id),
    checking: () => by.review(id),
    preparing: () => of.handInMaterials(id),
    unpaid: () => of.pay(id),
    paying: () => by.confirmFee(id),
    deciding: () => by.decide(id, { opinion: '技术委员会审议通过' }),
    noticed: async () => {
      await endNotice(id)
      // The calendar, which another test may have called, passes it as well.
      await by.decide(id).catch(async error => {
        if ((await of.status(id)) === 'noticed') throw error
      })
    },
  }
  for (let taken = 0; taken < 10; taken++) {
    const status = await of.status(id)
    if (status === 'approved') return of.certificate(id)
    const step = steps[status]
    if (!step) throw new Error(`nobody takes it on from ${status}`)
    await step()
  }
  throw new Error('it never came to an end')
}

/** Moves all events of a certificate `days` into the past. */
export async function moveEventsBack(certId: number, days: number) {
  const database = await lookInto()
  await database.query(
    `update certificate set issued_on = issued_on - $2::int, valid_from = valid_from - $2::int,
       valid_to = valid_to - $2::int where id = $1`,
    [certId, days],
  )
  await database.query('update certificate_event set effective_on = effective_on - $2::int where certificate_id = $1', [
    certId,
    days,
  ])
  await database.end()
}
