import { eq } from 'drizzle-orm'
import type { Handlers } from '#lib/server/api/call.ts'
import { tagMany } from '#modules/members/server/desk/tagging.ts'
import { personTags } from '#modules/members/server/dictionaries.ts'
import { lockPerson } from '#modules/members/server/persons.ts'
import { person } from '#modules/members/server/tables.ts'
import type { staffPersonnelContract } from '../staffContract.ts'
import { personRegisterHandlers } from './personRegister.ts'
import { staffPersonHandlers } from './staffPerson.ts'
import { staffPersonsHandlers } from './staffPersons.ts'

const personTagsHandlers = {
  'GET /staff/person/tags': ctx => personTags.options(ctx),
  'POST /staff/person/tag': (ctx, asked) =>
    tagMany(
      ctx,
      {
        objectType: 'person',
        missing: '没有这个人',
        tags: personTags,
        lock: lockPerson,
        keep: ({ db }, id, tags) => db.update(person).set({ tags }).where(eq(person.id, id)),
      },
      asked,
    ),
} satisfies Partial<Handlers<typeof staffPersonnelContract>>

export const staffPersonnelHandlers: Handlers<typeof staffPersonnelContract> = {
  ...staffPersonsHandlers,
  ...staffPersonHandlers,
  ...personRegisterHandlers,
  ...personTagsHandlers,
}
