import { defineStage } from '#modules/review/stages.ts'

declare module '#modules/review/stages.ts' {
  interface StageRegister {
    experts: { state: 'scoring'; action: never }
  }
}

/** Rounds of experts score it, and the desk of the awards concludes them. */
export const expertStage = defineStage({
  code: 'experts',
  name: '专家评审',
  entry: 'scoring',
  permission: 'staff:awards',
  actions: {},
  states: {
    scoring: {
      name: '专家评审中',
      waitsFor: 'staff',
      days: 60,
      on: { pass: 'next', reject: 'rejected', withdraw: 'withdrawn' },
      told: '已通过形式审查，进入专家评审',
    },
  },
})
