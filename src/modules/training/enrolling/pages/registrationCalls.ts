import { saveFile } from '#api/file.ts'
import { type Calls, call, headersOf } from './enrolmentCalls.ts'

export const memberCalls = (id: number): Calls => ({
  act: (action, written) => call('POST /training/v2/submit', { id, action, ...written }),
  download: type => saveFile('POST /training/v2/download', { id, type }),
  ticket: undefined,
})

export const visitorCalls = (regNo: string, ticket: string): Calls => ({
  act: (action, written) => call('POST /app/training/edit/submit', { regNo, action, ...written }, ticket),
  download: type => saveFile('POST /app/training/download', { regNo, type }, headersOf(ticket)),
  ticket,
})
