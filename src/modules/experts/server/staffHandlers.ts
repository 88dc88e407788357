import type { Handlers } from '#lib/server/api/call.ts'
import type { staffExpertsContract } from '../staffContract.ts'
import { expertFileHandlers } from './expertFile.ts'
import { expertRegisterHandlers } from './expertRegister.ts'
import { expertsHandlers } from './experts.ts'

export const staffExpertsHandlers: Handlers<typeof staffExpertsContract> = {
  ...expertsHandlers,
  ...expertFileHandlers,
  ...expertRegisterHandlers,
}
