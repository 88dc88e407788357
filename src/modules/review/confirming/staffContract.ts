import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { byId } from '#lib/form/fields.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

export const fileStates = ['same', 'changed', 'gone', 'added'] as const

export const confirmingRecords = {
  confirmingRule: {
    who: 'staff:decide',
    confirm: true,
    called: '确认方式',
    list: listing(siteRecord.extend({ statementVersion: z.int() })),
  },
} as const satisfies Record<string, RecordType>

export const staffConfirmingContract = {
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
