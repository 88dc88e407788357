import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  actions: {
    'person.consent': '单位声明本人同意公示',
    'person.join': '人员转入单位',
    'person.leave': '人员离开单位',
  },
  fields: {
    hasConsent: '同意公示',
    joined: '转入人数',
  },
})
