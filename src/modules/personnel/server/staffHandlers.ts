import type { Handlers } from '#lib/server/api/call.ts'
import type { staffPersonnelContract } from '../staffContract.ts'
import { addPerson, editPerson } from './personRegister.ts'
import { revealPerson, showPerson } from './staffPerson.ts'
import { exportPersons, listKinds, listPersons } from './staffPersons.ts'

export const staffPersonnelHandlers: Handlers<typeof staffPersonnelContract> = {
  'GET /staff/person/list': listPersons,
  'GET /staff/person/export': exportPersons,
  'GET /staff/person/kinds': listKinds,
  'GET /staff/person/detail': showPerson,
  'POST /staff/person/add': addPerson,
  'POST /staff/person/edit': editPerson,
  'POST /staff/person/reveal': revealPerson,
}
