import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { certificateStatus } from '../check/verified.ts'

export const fileVerdicts = ['own', 'changed', 'foreign', 'unsigned'] as const

/** The digital signature of the files that the association gives out. */
export const signingContract = {
  'POST /cert/verify/file': {
    who: 'anyone',
    upload: true,
    summary: '核验一个 PDF 文件是否由本协会作过数字签名、签名后有没有改动；不保存文件。字段名 file，不超过 5 MB',
    input: z.object({}),
    output: z.object({
      verdict: z.enum(fileVerdicts),
      verdictName: z.string(),
      /** Whose signature holds; empty where none does. */
      signer: z.string(),
      signedAt: z.string().nullable(),
      reason: z.string(),
      /** The certificate that the file shows, as it is in the register today. */
      certificate: z
        .object({
          certNo: z.string(),
          certStatus: certificateStatus,
          certStatusName: z.string(),
          verifyUrl: z.string(),
        })
        .nullable(),
    }),
  },
  'GET /cert/signing/certificate': {
    who: 'anyone',
    summary: '本协会签名所用的数字证书（PEM），加入阅读软件的受信任证书后，软件显示签名有效',
    input: z.object({}),
    output: 'file',
  },
} as const satisfies Contract
