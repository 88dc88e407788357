import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing, text } from '#lib/form/fields.ts'
import { documentName } from '../ownAccountContract.ts'

export const documentHead = z.object({
  document: documentName,
  title: z.string(),
  version: z.string(),
  effectiveOn: z.string(),
})
export const documentBody = documentHead.extend({
  /** Changes since the previous version, one per line. */
  summary: z.string(),
  sections: z.array(z.object({ title: z.string(), paragraphs: z.array(z.string()) })),
})
export const versionState = z.enum(['coming', 'current', 'former'])

/** Documents accepted at registration, readable by everybody. */
export const documentsContract = {
  'GET /document': {
    who: 'anyone',
    summary: '注册时须同意的文件及其现行版本',
    cached: true,
    input: nothing,
    output: z.array(documentHead),
  },
  'GET /document/{document}': {
    who: 'anyone',
    summary: '隐私政策或用户协议的全文；不给 version 时为现行版本',
    cached: true,
    input: z.object({ document: documentName, version: text(20).optional() }),
    output: documentBody.extend({
      state: versionState,
      stateName: z.string(),
      /** Published versions, newest first. */
      versions: z.array(documentHead.extend({ summary: z.string(), state: versionState, stateName: z.string() })),
    }),
    example: { document: 'privacy' },
  },
} as const satisfies Contract
