import { answeredFields } from '#modules/review/questionsContract.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

export const joiningRecords = {
  joiningRule: {
    who: 'staff:members',
    confirm: true,
    called: '入会办法',
    list: listing(siteRecord.extend(answeredFields)),
  },
} as const satisfies Record<string, RecordType>
