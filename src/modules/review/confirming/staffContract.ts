import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId, nothing } from '#lib/form/fields.ts'
import { listing, saving, siteRecord } from '#modules/settings/records.ts'

export const fileStates = ['same', 'changed', 'gone', 'added'] as const

export const staffConfirmingContract = {
  'GET /staff/confirming/rule/list': {
    who: 'staff:decide',
    summary: '各类申请怎样确认：线上确认、盖章上传，或由申请人任选；确认的声明及其版本',
    input: nothing,
    output: listing(siteRecord.extend({ statementVersion: z.int() })),
  },
  'POST /staff/confirming/rule/save': {
    who: 'staff:decide',
    confirm: true,
    summary: '修改一类申请的确认方式与声明',
    ...saving,
    example: { id: 1, version: 'x', form: { ways: ['online', 'paper'], statement: '已阅读全部内容，确认真实。' } },
  },
  'GET /staff/review/confirmation': {
    who: 'staff:applications',
    provinces: 'within',
    summary: '申请单位负责人对一份申请的线上确认，并当场重新计算各文件的 SHA-256，指出与确认时不同的',
    input: byId,
    output: z
      .object({
        by: z.string(),
        at: z.string(),
        /** Masked. */
        phone: z.string(),
        address: z.string(),
        statement: z.string(),
        statementVersion: z.int(),
        documentHash: z.string(),
        isDocumentSame: z.boolean(),
        files: z.array(
          z.object({
            slotName: z.string(),
            name: z.string(),
            sha256: z.string(),
            state: z.enum(fileStates),
            stateName: z.string(),
          }),
        ),
        /** True if nothing has changed since. */
        holds: z.boolean(),
      })
      .nullable(),
    example: { id: 1 },
  },
} as const satisfies Contract
