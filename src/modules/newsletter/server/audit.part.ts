import { defineAuditWords } from '#modules/audit/server/auditWords.ts'

defineAuditWords({
  groups: { 简报: { newsletter: '简报', newsletterSubscriber: '简报订阅者' } },
  actions: {
    'newsletter.send': '发送简报',
    'newsletterSubscriber.export': '导出简报订阅者',
    'newsletterSubscriber.leave': '退订简报',
  },
  objects: {
    newsletter: {
      name: '简报',
      route: id => `/staff/newsletters/${id}`,
      history: { permission: 'staff:messages' },
    },
    newsletterSubscriber: { name: '简报订阅者', route: () => '/staff/newsletters/subscribers' },
  },
})
