import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'

export const enrolmentCode = defineCodePurpose({ scene: 'training', name: '培训报名' })
