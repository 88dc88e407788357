import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { call, newCompany } from './company.ts'
import { lookInto } from './test.ts'
import { digits } from './uniqueValues.ts'

async function read(page: Page, path: string, token: string) {
  const response = await page.request.get(`/api${path}`, { headers: { token } })
  return (await response.json()).data
}

async function store(page: Page, token: string, name: string, buffer: Buffer): Promise<number> {
  const mimeType = name.endsWith('.pdf') ? 'application/pdf' : 'image/png'
  const multipart = { use: 'material', file: { name, mimeType, buffer } }
  const response = await page.request.post('/api/file/upload', { headers: { token }, multipart })
  return (await response.json()).data.id
}

const picture = () =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#dfeef8' } })
    .png()
    .toBuffer()

/**
 * A company of a name that no other has, whose application to join has been handed in by the calls that its screens make.
 * `mark` stands in the name, so that a list can be narrowed to those of one test.
 */
export async function newApplication(page: Page, mark = '') {
  const { token, phone, orgName } = await newCompany(page)
  const name = `北京第${mark}${digits(7)}锅炉清洗有限公司`
  const { form } = await read(page, '/member/getApply1', token)
  const wishes = { levelCode: '10', applyReason: '参加水处理技术交流', agreeCharter: true, agreeTruth: true }
  const sent = { form: { ...form, ...wishes, name }, action: 'submit' }
  const { applyId: id } = await call(page, '/member/apply1Submit', sent, token)
  return {
    id: id as number,
    name,
    token,
    phone,
    /** The name in the company's record: that of the application counts once it is approved. */
    orgName,
    /** Mends what was sent back, and says so. */
    mend: async (changes: object, answers: object) => {
      const now = await read(page, '/member/getApply1', token)
      const mended = { id, version: now.version, form: { ...now.form, ...changes }, answers, action: 'submit' }
      await call(page, '/member/apply1Submit', mended, token)
    },
    handInMaterials: async () => {
      const ask = { headers: { token }, data: { type: 'applyForm', id } }
      const printed = await (await page.request.post('/api/member/download', ask)).body()
      const files = [
        { slot: 'stampedForm', fileId: await store(page, token, '盖章申请表.pdf', printed) },
        { slot: 'licence', fileId: await store(page, token, '营业执照.png', await picture()) },
      ]
      await call(page, '/member/apply2Submit', { applyId: id, files, action: 'submit' }, token)
    },
    pay: async () => {
      const slipId = await store(page, token, '汇款凭证.png', await picture())
      const paidOn = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' })
      const receipt = { paidOn, payer: name, receiptTitle: name, receiptEmail: 'finance@example.com', slipId }
      await call(page, '/member/apply2Submit', { applyId: id, receipt, action: 'submit' }, token)
    },
    /** The days of its notice are over, and the calendar comes by. */
    noticeEnds: async () => {
      const database = await lookInto()
      await database.query('update public_notice set to_day = current_date - 2 where application_id = $1', [id])
      await database.query(`insert into pgboss.job (name, data) values ('hangxie', '{"job":"keepCalendar"}')`)
      await database.end()
    },
    status: async () => (await read(page, `/member/application/detail?id=${id}`, token)).status as string,
    certificatePath: async () => {
      const { certificateUrl } = (await read(page, '/member/membership', token)).member
      const { pathname, search } = new URL(certificateUrl)
      return pathname + search
    },
  }
}
