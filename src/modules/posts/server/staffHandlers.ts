import type { Handlers } from '#lib/server/api/call.ts'
import type { staffPostsContract } from '../staffContract.ts'
import { appointmentActsHandlers } from './appointmentActs.ts'
import { appointmentFileHandlers } from './appointmentFile.ts'
import { appointmentsHandlers } from './appointments.ts'
import { letterHandlers } from './letters.ts'

export const staffPostsHandlers: Handlers<typeof staffPostsContract> = {
  ...appointmentsHandlers,
  ...appointmentFileHandlers,
  ...appointmentActsHandlers,
  ...letterHandlers,
}
