import type { Handlers } from '#lib/server/api/call.ts'
import { personnelCatalogueHandlers } from '../catalogue/server/kindHandlers.ts'
import type { staffPersonnelContract } from '../staffContract.ts'
import { personRegisterHandlers } from './personRegister.ts'
import { personTagsHandlers } from './personTags.ts'
import { staffPersonHandlers } from './staffPerson.ts'
import { staffPersonsHandlers } from './staffPersons.ts'

export const staffPersonnelHandlers: Handlers<typeof staffPersonnelContract> = {
  ...staffPersonsHandlers,
  ...staffPersonHandlers,
  ...personRegisterHandlers,
  ...personTagsHandlers,
  ...personnelCatalogueHandlers,
}
