import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    人员证书种类: { personnelGroup: '人员证书大类', personnelKind: '人员证书种类' },
  },
  actions: {
    'person.consent': '单位声明本人同意公示',
    'person.find': '查到人员',
    'person.join': '人员转入单位',
    'person.leave': '人员离开单位',
  },
  objects: {
    personnelGroup: { name: '人员证书大类', route: () => '/staff/personnel-kinds' },
    personnelKind: { name: '人员证书种类', route: () => '/staff/personnel-kinds' },
  },
  fields: {
    hasConsent: '同意公示',
    joined: '转入人数',
  },
})
