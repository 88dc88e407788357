import { defineStage } from '#modules/review/stages.ts'

declare module '#modules/review/stages.ts' {
  interface StageRegister {
    site: { state: 'awaitingSite' | 'onSite' | 'rectifying' | 'verifying'; action: 'arrange' | 'demand' }
  }
}

/** `arrange`: who reviews on site, and when. `demand`: what was found there must be put right first. */
export const siteStage = defineStage({
  code: 'site',
  name: '现场评审',
  entry: 'awaitingSite',
  permission: 'staff:review',
  actions: { arrange: { name: '安排现场评审' }, demand: { name: '要求整改', asks: true } },
  states: {
    awaitingSite: {
      name: '待现场评审',
      waitsFor: 'staff',
      days: 20,
      on: { arrange: 'onSite', reject: 'rejected' },
      told: '等待安排现场评审',
    },
    onSite: {
      name: '现场评审中',
      waitsFor: 'staff',
      days: 20,
      on: { arrange: 'onSite', pass: 'next', demand: 'rectifying', reject: 'rejected' },
      told: '已安排现场评审',
      texted: true,
    },
    rectifying: {
      name: '整改中',
      waitsFor: 'applicant',
      task: 'mend',
      asked: '提交整改情况和证据',
      on: { submit: 'verifying', expire: 'expired' },
      told: '现场评审有不符合项，请整改',
    },
    verifying: {
      name: '整改待验证',
      waitsFor: 'staff',
      days: 5,
      on: { pass: 'next', return: 'rectifying', reject: 'rejected' },
      told: '的整改情况已提交',
    },
  },
})
