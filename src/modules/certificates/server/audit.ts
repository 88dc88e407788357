import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: {
    certificate: { heading: '证书', noun: '证书' },
    certificateDesign: { heading: '证书版式', noun: '证书版式' },
    seal: { heading: '印章', noun: '印章图片' },
  },
  actions: {
    'certificate.cancelled': '注销证书',
    'certificate.changed': '变更证书',
    'certificate.corrected': '更正证书',
    'certificate.issue': '发证',
    'certificate.link': '关联持证者',
    'certificate.download': '下载证书文件',
    'certificate.reissued': '补发证书',
    'certificate.replaced': '换发证书',
    'certificate.resumed': '恢复证书',
    'certificate.reviewed': '年度审核证书',
    'certificate.revoked': '撤销证书',
    'certificate.suspended': '暂停证书',
  },
  objects: {
    certificate: { name: '证书', route: id => `/staff/certificates/${id}` },
    certificateDesign: { name: '证书版式', route: () => '/staff/certificate-designs' },
    seal: { name: '印章', route: () => '/staff/settings#seal' },
  },
  fields: {
    kindName: '种类',
    levelName: '级别',
    personId: '人员编号',
    validFrom: '有效期自',
    key: '关键词',
    issuedOn: '发证日期',
    validTo: '有效期至',
    replaces: '替代的证书',
    certificate: '证书',
  },
})
