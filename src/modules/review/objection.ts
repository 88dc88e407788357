import { typedKeys } from '#lib/keys.ts'
/** 异议: while one is open its notice is on hold, and what it is about cannot pass. */
export const objectionStateNames = {
  submitted: '待受理',
  accepted: '核查中',
  upheld: '异议成立',
  dismissed: '异议不成立',
}
export type ObjectionState = keyof typeof objectionStateNames
export const objectionStates = typedKeys(objectionStateNames)

export const openObjections: readonly ObjectionState[] = ['submitted', 'accepted']

/** Next step, as told to the objector. */
export const objectionNext: Record<ObjectionState, string> = {
  submitted: '协会收到后将联系您核实，公示已暂停计时。',
  accepted: '协会正在核查，公示暂停计时；有结果后以短信告知您，并在公示页面公布。',
  upheld: '该事项已退回重新审议。',
  dismissed: '公示恢复计时。如不认同核查结果，可向协会监事会反映。',
}

/** `due`: its days are over, and the calendar passes it tonight. */
export const noticeStateNames = {
  open: '公示中',
  held: '异议核查中',
  due: '已期满，待通过',
  ended: '已结束',
}
export type NoticeState = keyof typeof noticeStateNames
export const noticeStates = typedKeys(noticeStateNames)

/** Minimum and maximum characters of the reason. */
export const REASON_LENGTH = { min: 50, max: 2000 }
export const MAX_OBJECTION_FILES = 5
