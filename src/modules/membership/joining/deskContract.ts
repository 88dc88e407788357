import { z } from 'zod'
import { answeredFields } from '#modules/review/questionsContract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

export const joiningRecords = {
  joiningRule: {
    who: 'staff:members',
    confirm: true,
    called: '入会办法',
    /** `ownFields`: codes of those that this form can ask. */
    list: listing(siteRecord.extend({ ...answeredFields, ownFields: z.array(z.string()) })),
  },
} as const satisfies Record<string, RecordType>
