import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { day, text } from '#lib/form/fields.ts'
import { certificateIdentifier, hasOneIdentifier, ONE_IDENTIFIER_MESSAGE, verified } from '../verified.ts'
import { batchContract } from './batchContract.ts'
import { lookupContract } from './lookupContract.ts'

/** A past day: "was it valid then, and what did it say?" */
const on = day.optional()

export const checkContract = {
  'GET /cert/verify': {
    who: 'anyone',
    summary:
      '凭完整编号或二维码核验一张证书：今天以及以前某一天的状态和当天的内容；没有这张证书时 data 为 null。凭编号查到的个人姓名只显示首尾',
    input: z.object({ ...certificateIdentifier, on }).refine(hasOneIdentifier, ONE_IDENTIFIER_MESSAGE),
    output: verified.nullable(),
    example: { number: 'CBWA-QX01-A-2025-0012', on: '2026-01-31' },
  },
  'POST /cert/verify/name': {
    who: 'anyone',
    summary: '核对持证人姓名：编号（或二维码）与姓名都对得上时显示全名；姓名不在网址里。没有这张证书时 data 为 null',
    input: z
      .object({ ...certificateIdentifier, name: text(60).min(2, '请填写证书上的姓名').prefault(''), on })
      .refine(hasOneIdentifier, ONE_IDENTIFIER_MESSAGE),
    output: z.object({ matches: z.boolean(), certificate: verified }).nullable(),
    example: { number: 'HQ1-2024-32-00018', name: '欧阳晓明' },
  },
  'GET /cert/verify/slip': {
    who: 'anyone',
    summary: '查验单（PDF，带电子签名）：查验的时间、那一天和今天的状态、证书的全部内容与历史',
    input: z.object({ ...certificateIdentifier, on }).refine(hasOneIdentifier, ONE_IDENTIFIER_MESSAGE),
    output: 'file',
    example: { number: 'CBWA-QX01-A-2025-0012', on: '2026-01-31' },
  },
  ...batchContract,
  ...lookupContract,
} as const satisfies Contract
