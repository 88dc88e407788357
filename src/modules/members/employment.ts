/** How an employment came to be known to the association, or to be over. */
export const employmentWays = ['register', 'imported', 'company', 'takeover'] as const
export type EmploymentWay = (typeof employmentWays)[number]

export const beginningNames: Record<EmploymentWay, string> = {
  register: '协会登记',
  imported: '批量导入',
  company: '单位登记',
  takeover: '转入',
}
export const endingNames: Record<EmploymentWay, string> = {
  register: '协会登记离开',
  imported: '批量导入更正',
  company: '单位登记离开',
  takeover: '转入其他单位',
}
