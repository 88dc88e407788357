import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, nothing } from '#lib/form/fields.ts'
import { certificateIdentifier, hasOneIdentifier, ONE_IDENTIFIER_MESSAGE } from '../verified.ts'
import { statusPurposes } from './purposes.ts'

/** A public key as JWK (RFC 7517): ECDSA on P-256. */
const publicKey = z.object({
  /** RFC 7638: the key names itself. */
  kid: z.string(),
  x: z.string(),
  y: z.string(),
  /** Time from which the key must not be relied on; null if it is good. */
  revoked: z.string().nullable(),
})

/** Certificates as W3C Verifiable Credentials, for programs: docs/decisions/credentials.md. */
export const credentialContract = {
  'GET /cert/credential': {
    who: 'anyone',
    summary:
      '一张证书的可验证凭证（W3C Verifiable Credentials 2.0，application/vc+jwt，ES256 签名）；个人姓名只有首尾，不含证件号码和联系方式',
    input: z.object(certificateIdentifier).refine(hasOneIdentifier, ONE_IDENTIFIER_MESSAGE),
    output: 'file',
    example: { number: 'CBWA-QX01-A-2025-0012' },
  },
  'GET /member/certificate/card': {
    who: 'member',
    summary: '本单位（本人）一张证书的卡片图片（PNG，1011×638 像素，银行卡大小），带查验二维码',
    input: z.object({ certId: int }),
    output: 'file',
    example: { certId: 1 },
  },
  'GET /cert/credential/keys': {
    who: 'anyone',
    cached: true,
    summary: '验证可验证凭证所用的公钥；标准格式见 /.well-known/did.json 与 /.well-known/jwks.json',
    input: nothing,
    output: z.object({ did: z.string(), keys: z.array(publicKey) }),
  },
  'GET /cert/credential/status': {
    who: 'anyone',
    cached: true,
    summary:
      '可验证凭证的状态列表（W3C Bitstring Status List 1.0），带签名：purpose 为 revocation 时是已撤销、注销、被替代的，为 suspension 时是暂停的',
    input: z.object({ list: int, purpose: z.enum(statusPurposes, '应为 revocation 或 suspension') }),
    output: z.object({ jwt: z.string() }),
    example: { list: 1, purpose: 'revocation' },
  },
} as const satisfies Contract
