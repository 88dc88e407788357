import { typedKeys } from '#lib/keys.ts'
/** How an employment came to be known to the association, or to be over. */
export const beginningNames = {
  register: '协会登记',
  imported: '批量导入',
  company: '单位登记',
  takeover: '转入',
}
export type EmploymentWay = keyof typeof beginningNames
export const employmentWays = typedKeys(beginningNames)
export const endingNames: Record<EmploymentWay, string> = {
  register: '协会登记离开',
  imported: '批量导入更正',
  company: '单位登记离开',
  takeover: '转入其他单位',
}
