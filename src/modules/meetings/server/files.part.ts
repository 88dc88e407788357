import { sql } from 'drizzle-orm'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { defineFileReferences } from '#modules/files/server/references.ts'
import { mayReadPaper } from './memberMeetings.ts'
import { meeting, meetingMinutes, meetingSeat } from './tables.ts'

defineFileReferences(meeting.fileIds, meetingSeat.replyFileIds, meetingMinutes.scanIds)

defineFileReader(mayReadPaper)

// Letters of proxy and signed scans are read by whoever prepares meetings, whoever uploaded them.
defineFileReader(async ({ db, actor }, fileId) =>
  actor.kind === 'staff' && actor.permissions.includes('staff:decide')
    ? (await db.$count(meetingSeat, sql`${fileId} = any(${meetingSeat.replyFileIds})`)) +
        (await db.$count(meetingMinutes, sql`${fileId} = any(${meetingMinutes.scanIds})`)) >
      0
    : false,
)
