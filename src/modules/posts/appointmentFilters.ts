import { always, choice, day, flag, number, type RegisterFilters, seldom, text } from '#lib/register/register.ts'

export const appointmentStateNames = { current: '在任', ended: '已离任', coming: '尚未到任', all: '全部' } as const

/** `due`: the post comes with a letter, and there is none in force. */
export const letterStateNames = { due: '待发', valid: '已发' } as const

export const appointmentFilters = {
  /** Part of the name or of the organisation; a whole mobile number. */
  key: text('姓名、单位或手机'),
  bodyId: number('机构'),
  postId: number('职务'),
  termId: seldom(number('届次')),
  organisationId: seldom(number('单位')),
  /** Who was what on that day; absent: today. */
  day: day('任职日'),
  letter: seldom(choice('聘书', letterStateNames)),
  ending: seldom(flag('即将届满')),
  state: always(choice('状态', appointmentStateNames), 'current'),
} satisfies RegisterFilters
