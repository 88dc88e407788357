import type { StageDefinition } from './stages.ts'

/** Filled in, looked at, sent back where something is missing; on a waiting list where there is no place left. */
export const review: StageDefinition<'review'> = {
  code: 'review',
  name: '提交与初审',
  entry: 'submitted',
  permission: 'staff:review',
  actions: {},
  states: {
    draft: {
      name: '草稿',
      waitsFor: 'applicant',
      task: 'fill',
      on: { submit: 'submitted', queue: 'waiting', withdraw: 'withdrawn' },
    },
    submitted: {
      name: '待初审',
      waitsFor: 'staff',
      days: 5,
      on: { pass: 'next', return: 'returned', reject: 'rejected', withdraw: 'withdrawn', amend: 'submitted' },
      told: '已提交',
    },
    waiting: {
      name: '候补中',
      waitsFor: 'calendar',
      until: '空出名额',
      on: { offer: 'offered', withdraw: 'withdrawn', expire: 'expired', amend: 'waiting' },
      told: '已提交，正在候补',
    },
    offered: {
      name: '候补待确认',
      waitsFor: 'applicant',
      task: 'accept',
      asked: '确认递补',
      on: { accept: 'submitted', withdraw: 'withdrawn', expire: 'expired' },
      told: '有了名额，请确认',
    },
    returned: {
      name: '退回补正',
      waitsFor: 'applicant',
      task: 'mend',
      asked: '补正',
      on: { submit: 'submitted', withdraw: 'withdrawn', expire: 'expired' },
      told: '被退回，请补正',
    },
  },
}

/** The form stamped, and what is handed in with it. */
export const materials: StageDefinition<'materials'> = {
  code: 'materials',
  name: '盖章材料与复审',
  entry: 'preparing',
  permission: 'staff:review',
  actions: {},
  states: {
    preparing: {
      name: '待上传盖章材料',
      waitsFor: 'applicant',
      task: 'upload',
      asked: '上传盖章材料',
      on: { submit: 'checking', withdraw: 'withdrawn', expire: 'expired' },
      told: '已通过初审，请上传盖章材料',
    },
    checking: {
      name: '待复审',
      waitsFor: 'staff',
      days: 5,
      on: { pass: 'next', return: 'materialsReturned', reject: 'rejected', withdraw: 'withdrawn' },
      told: '材料已提交',
    },
    materialsReturned: {
      name: '材料退回补正',
      waitsFor: 'applicant',
      task: 'mend',
      asked: '补正材料',
      on: { submit: 'checking', withdraw: 'withdrawn', expire: 'expired' },
      told: '的材料被退回，请补正',
    },
  },
}

export const decision: StageDefinition<'decision'> = {
  code: 'decision',
  name: '审议',
  entry: 'deciding',
  permission: 'staff:decide',
  actions: {},
  states: {
    deciding: {
      name: '待审议',
      waitsFor: 'staff',
      days: 20,
      on: { pass: 'next', reject: 'rejected' },
      told: '已通过复审，等待审议',
    },
  },
}

/** The public is told before the decision counts. */
export const notice: StageDefinition<'notice'> = {
  code: 'notice',
  name: '公示',
  entry: 'noticed',
  permission: 'staff:decide',
  actions: {},
  states: {
    noticed: {
      name: '公示中',
      waitsFor: 'calendar',
      until: '公示期满',
      staffMayAct: true,
      on: { pass: 'next', reject: 'rejected', reconsider: 'deciding' },
      told: '进入公示',
    },
  },
}

export const fee: StageDefinition<'fee'> = {
  code: 'fee',
  name: '缴费',
  entry: 'unpaid',
  permission: 'staff:finance',
  actions: {},
  states: {
    unpaid: {
      name: '待缴费',
      waitsFor: 'applicant',
      task: 'pay',
      asked: '缴费并上传凭证',
      on: { pay: 'paying', withdraw: 'withdrawn', expire: 'expired', amend: 'submitted' },
      told: '待缴费',
    },
    paying: {
      name: '缴费待确认',
      waitsFor: 'staff',
      days: 3,
      on: { pass: 'next', return: 'unpaid' },
      told: '的缴费凭证已提交',
    },
  },
}
