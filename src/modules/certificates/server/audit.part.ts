import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { defineAuditWords } from '#modules/audit/server/auditWords.ts'
import { certificate } from './tables.ts'

defineAuditWords({
  groups: {
    证书: { certificate: '证书' },
    证书版式: { certificateDesign: '证书版式' },
    印章: { seal: '印章图片' },
    凭证密钥: { credentialKey: '凭证密钥' },
    查验接口: { verifyKey: '接口密钥' },
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
    'credentialKey.retire': '停止公布凭证密钥',
    'credentialKey.revoke': '作废凭证密钥',
    'credentialKey.rotate': '更换凭证密钥',
    'verifyKey.issue': '发放接口密钥',
    'verifyKey.revoke': '停用接口密钥',
  },
  objects: {
    certificate: {
      name: '证书',
      route: id => `/staff/certificates/${id}`,
      history: { permission: 'staff:certificates', refuse: refuseCertificateOutside },
    },
    certificateDesign: { name: '证书版式', route: () => '/staff/certificate-designs' },
    seal: { name: '印章', route: () => '/staff/settings#seal' },
    credentialKey: { name: '凭证密钥', route: () => '/staff/credential-keys' },
    verifyKey: { name: '接口密钥', route: () => '/staff/verify-keys' },
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
    perMinute: '每分钟额度',
    perDay: '每天额度',
    expiresOn: '到期日期',
  },
})

async function refuseCertificateOutside(ctx: Ctx, id: number) {
  const { provinceCode } = certificate
  const [of] = await ctx.db.select({ provinceCode }).from(certificate).where(eq(certificate.id, id))
  refuseOutside(ctx, 'staff:certificates', of?.provinceCode)
}
