import type { Handlers } from '#lib/server/api/call.ts'
import type { staffExpertsContract } from '../staffContract.ts'
import { revealExpert, showExpert } from './expertFile.ts'
import { saveExpert } from './expertRegister.ts'
import { exportExperts, listExperts, listSpecialities } from './experts.ts'

export const staffExpertsHandlers: Handlers<typeof staffExpertsContract> = {
  'GET /staff/expert/list': listExperts,
  'GET /staff/expert/export': exportExperts,
  'GET /staff/expert/specialities': listSpecialities,
  'GET /staff/expert/detail': showExpert,
  'POST /staff/expert/save': saveExpert,
  'POST /staff/expert/reveal': revealExpert,
}
