import { typedKeys } from '#lib/keys.ts'
/** Sources from which the association learned of the begin or end of an employment. */
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
