import { typedKeys } from '#lib/keys.ts'

export const complaintStateNames = { open: '办理中', closed: '已办结' } as const
export type ComplaintState = keyof typeof complaintStateNames
export const complaintStates = typedKeys(complaintStateNames)

/** Ways by which a complaint comes. */
export const channelNames = {
  phone: '电话',
  letter: '信函',
  visit: '来访',
  email: '邮件',
  web: '网站留言',
  transferred: '其他部门转来',
} as const
export const channels = typedKeys(channelNames)

/** Maximum pieces of evidence for one complaint, and for one step. */
export const MAX_FILES = 20
