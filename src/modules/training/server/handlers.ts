import type { Handlers } from '#lib/server/api/call.ts'
import type { trainingContract } from '../contract.ts'
import { coursesHandlers } from '../courses/server/courses.ts'
import { enrollingHandlers } from '../enrolling/server/enrolling.ts'
import { registrationsHandlers } from '../enrolling/server/registrations.ts'
import { registrationsListHandlers } from '../enrolling/server/registrationsList.ts'
import { visitorsHandlers } from '../enrolling/server/visitors.ts'
import { eventKindHandlers } from '../kinds/server/eventKinds.ts'
import { participantFilesHandlers } from '../participants/server/participantFiles.ts'
import { participantSheetHandlers } from '../participants/server/participantSheet.ts'
import { ownDocumentsHandlers } from '../running/server/ownDocuments.ts'

export const trainingHandlers: Handlers<typeof trainingContract> = {
  ...registrationsListHandlers,
  ...registrationsHandlers,
  ...enrollingHandlers,
  ...visitorsHandlers,
  ...ownDocumentsHandlers,
  ...participantFilesHandlers,
  ...participantSheetHandlers,
  ...coursesHandlers,
  ...eventKindHandlers,
}
