import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'

export const legacyCode = defineCodePurpose({ scene: 'legacy', name: '补录旧证书' })
