import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 签名密钥: { signingKey: '签名密钥' } },
  actions: { 'signingKey.replace': '更换签名密钥', 'signingKey.lose': '声明签名密钥遗失' },
  objects: { signingKey: { name: '签名密钥' } },
})
