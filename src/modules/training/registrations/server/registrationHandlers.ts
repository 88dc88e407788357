import type { Handlers } from '#lib/server/api/call.ts'
import { removeParticipant, replaceParticipant } from '#modules/training/participants/server/participantChanges.ts'
import type { staffRegistrationContract } from '../contract.ts'
import { decideRegistration, passMany, settleMany, settlePayment } from './registrationDeciding.ts'
import { showRegistration } from './registrationDetail.ts'
import { exportRegistrations, listEnrolledCourses, listRegistrations } from './registrationList.ts'
import { revealNumbers } from './registrationPeople.ts'
import { refundRegistration } from './registrationRefund.ts'

export const staffRegistrationHandlers: Handlers<typeof staffRegistrationContract> = {
  'GET /staff/training/registrations': listRegistrations,
  'GET /staff/training/registrations/courses': listEnrolledCourses,
  'GET /staff/training/registrations/export': exportRegistrations,
  'GET /staff/training/registration': showRegistration,
  'POST /staff/training/registration/decide': decideRegistration,
  'POST /staff/training/registration/passMany': passMany,
  'POST /staff/training/registration/payment': settlePayment,
  'POST /staff/training/registration/paymentMany': settleMany,
  'POST /staff/training/registration/refund': refundRegistration,
  'POST /staff/training/registration/removeParticipant': removeParticipant,
  'POST /staff/training/registration/replaceParticipant': replaceParticipant,
  'POST /staff/training/registration/reveal': revealNumbers,
}
