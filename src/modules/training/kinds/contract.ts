import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { nothing } from '#lib/form/fields.ts'
import { option } from '#lib/form/formContract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

export const trainingRecords = {
  eventKind: {
    who: 'staff:training',
    called: '活动种类',
    list: listing(siteRecord.extend({ code: z.string() })),
  },
} as const satisfies Record<string, RecordType>

export const eventKindContract = {
  'GET /app/training/kinds': {
    who: 'anyone',
    summary: '活动的种类：取证班、年会等，供筛选；retired 为不再新建的',
    cached: true,
    input: nothing,
    output: z.array(option),
  },
} as const satisfies Contract
