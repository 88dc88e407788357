import { z } from 'zod'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

export const escalationRecords = {
  escalationRule: {
    who: 'staff:accounts',
    called: '督办规则',
    /** `told`: how many times somebody was told by the rule. */
    list: listing(siteRecord.extend({ told: z.int() })),
  },
} as const satisfies Record<string, RecordType>
