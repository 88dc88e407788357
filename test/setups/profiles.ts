import { expect } from 'vitest'
import { signUp } from '../support/make.ts'
import { setUpSite, site } from './site.ts'

export function setUpProfiles() {
  setUpSite({ demo: true })
}

export const block = (over: object = {}) => ({
  name: '北京新水锅炉清洗有限公司',
  nature: 'private',
  categories: ['cleaning', 'testing'],
  legalPerson: '赵一鸣',
  legalTitle: '总经理',
  provinceCode: '110000',
  city: '北京',
  address: '演示路1号',
  mainBusiness: '锅炉化学清洗',
  intro: '成立于2006年，从事锅炉清洗与水质化验。',
  phone: '010-55500188',
  point: { lng: 116.4, lat: 39.9 },
  legalMobile: '13900004001',
  representativeName: '钱二',
  representativePosition: '副总经理',
  representativeMobile: '13900004002',
  liaisonName: '孙三',
  liaisonPosition: '办公室主任',
  liaisonMobile: '13900004003',
  liaisonEmail: 'sun@example.com',
  ...over,
})

/** A company that has said who it is. */
export async function completed(over: object = {}) {
  const one = await signUp(site)
  const form = block({ name: one.orgName, creditCode: one.creditCode, ...over })
  expect(await one.api.post('/member/complete', { form })).toMatchObject({ code: 200, data: { isComplete: true } })
  return { ...one, form }
}
