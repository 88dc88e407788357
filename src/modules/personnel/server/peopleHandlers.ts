import type { Handlers } from '#lib/server/api/call.ts'
import type { peopleContract } from '../peopleContract.ts'
import { letGo } from './letGo.ts'
import { exportPeople, listPeople } from './people.ts'
import { addOwnPerson, editOwnPerson } from './peopleActs.ts'
import { exportPeoplesCertificates, listPeoplesCertificates } from './peopleCertificates.ts'
import { checkPeople, importPeople, sendPeopleTemplate } from './peopleImport.ts'
import { countPeople } from './peopleStat.ts'
import { showOwnPerson } from './personFile.ts'
import { showTakeover, takeOverPerson } from './takeovers.ts'

export const peopleHandlers: Handlers<typeof peopleContract> = {
  'GET /person/stat': countPeople,
  'GET /person/cert/list': listPeoplesCertificates,
  'GET /person/cert/export': exportPeoplesCertificates,
  'GET /person/list': listPeople,
  'GET /person/export': exportPeople,
  'GET /person/detail': showOwnPerson,
  'POST /person/add': addOwnPerson,
  'POST /person/edit': editOwnPerson,
  'POST /person/leave': letGo,
  'POST /person/takeover': takeOverPerson,
  'GET /person/takeover/detail': showTakeover,
  'GET /person/import/template': sendPeopleTemplate,
  'POST /person/import/check': checkPeople,
  'POST /person/import/run': importPeople,
}
