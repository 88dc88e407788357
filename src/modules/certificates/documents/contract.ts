import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { fileOf, nothing } from '#lib/form/fields.ts'
import { sealChecked } from '#modules/signatures/contract.ts'
import { certificateStatus } from '../verified.ts'

export const fileVerdicts = ['own', 'changed', 'foreign', 'keyRevoked', 'unsigned'] as const

/** The digital signature of the files that the association gives out. */
export const signingContract = {
  'POST /cert/verify/file': {
    who: 'anyone',
    upload: true,
    summary:
      '核验一个 PDF 文件或可验证凭证（.jwt、.json）是否由本协会作过数字签名、签名后有没有改动、改动了哪一部分；不保存文件。字段名 file，不超过 5 MB',
    input: nothing,
    output: z.object({
      verdict: z.enum(fileVerdicts),
      verdictName: z.string(),
      /** Name of the verified signer; empty if no signature is valid. */
      signer: z.string(),
      signedAt: z.string().nullable(),
      /** Verified time stamp: the time, and the service that gave it; null without one. */
      stamp: z.object({ at: z.string(), by: z.string() }).nullable(),
      /** Signing certificate; null if it is not ours. */
      signedWith: z
        .object({ issuer: z.string(), serialNumber: z.string(), validFrom: z.string(), validTo: z.string() })
        .nullable(),
      reason: z.string(),
      /** Changed parts; for a credential also differences from the register and the issuer that it names. */
      findings: z.array(z.string()),
      /** The certificate that the file shows, as it is in the register today. */
      certificate: z
        .object({
          certNo: z.string(),
          certStatus: certificateStatus,
          certStatusName: z.string(),
          verifyUrl: z.string(),
        })
        .nullable(),
      /**
       * SM3 of the file, by which the value of its seal is checked: `POST /seal/verify`; empty of a credential, and of a
       * file that could not be read.
       */
      sm3: z.string(),
      /** Result for its SM2 seal, if the register has one for exactly these bytes. */
      seal: sealChecked.nullable(),
    }),
  },
  'GET /cert/signing/certificate': {
    who: 'anyone',
    summary: '本协会签名所用的数字证书（PEM），加入阅读软件的受信任证书后，软件显示签名有效',
    input: nothing,
    output: 'file',
  },
} as const satisfies Contract

export const certificateFileContract = {
  'GET /staff/certificate/file': {
    who: 'staff:certificates',
    provinces: 'within',
    summary: '一张证书的 PDF，带数字签名；已不再有效的，页面上有明显标记',
    ...fileOf,
  },
} as const satisfies Contract
