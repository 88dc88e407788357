import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { person } from '#modules/members/server/tables.ts'
import { importer } from '../support/importer.ts'
import { PERSON_HEADINGS, workbookOf } from '../support/workbooks.ts'
import { setUpSite, site } from './site.ts'

export let admin: Awaited<ReturnType<typeof importer>>

export function setUpImportedPersons() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    admin = await importer(site, 'admin')
  })
}

export const persons = (rows: unknown[][]) => workbookOf([PERSON_HEADINGS, ...(rows as string[][])])
export const findPerson = async (idNumber: string) => {
  const hash = site.services.encryption.hash(idNumber)
  return (await site.services.db.select().from(person).where(eq(person.idNumberHash, hash)))[0]
}
