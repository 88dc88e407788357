import type { Locator, Page } from '@playwright/test'
import { doWork } from '#test/support/captcha.ts'
import { faultsOf } from './axe.ts'
import { newCompany, newPhone, scan } from './company.ts'
import { codeTo, expect } from './test.ts'

export const main = (page: Page) => page.getByRole('main')
/** While the loading icon of a button fades out, it is still part of the button's name. */
export const press = (within: Locator, name: string) =>
  within.getByRole('button', { name: new RegExp(`^(loading ?)?${name.replace(/[()]/g, '.')}$`) }).click()
export const dialog = (page: Page) => page.getByRole('dialog')
export const isFaultless = async (page: Page) => expect(await faultsOf(page)).toEqual([])

/** A company whose new contact has handed in the stamped letter. */
export async function handover(page: Page) {
  const company = await newCompany(page)
  const phone = newPhone()
  const send = async (path: string, data: object, headers = {}) => {
    const { data: answer, code, msg } = await (await page.request.post(`/api${path}`, { data, headers })).json()
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return answer
  }
  const { captchaId, work } = (await (await page.request.get('/api/captcha')).json()).data
  await send('/member/getCode', { scene: 'handover', phone, captchaId, captcha: await doWork(work) })
  const about = { orgName: company.orgName, creditCode: company.creditCode, contactName: '周新', position: '主任' }
  const { number, ticket } = await send('/handover/begin', { ...about, phone, code: await codeTo(phone) })
  const multipart = { file: scan('变更函.pdf') }
  const letter = await page.request.post('/api/handover/letter', { multipart, headers: { ticket } })
  const fileIds = [(await letter.json()).data.id]
  await send('/handover/submit', { fileIds }, { ticket })
  return { ...company, number: number as string, id: Number(number.slice(-6)), phone }
}
