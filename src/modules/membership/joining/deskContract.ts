import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

export const joiningRecords = {
  joiningRule: { who: 'staff:members', confirm: true, called: '入会办法', list: listing(siteRecord) },
} as const satisfies Record<string, RecordType>
