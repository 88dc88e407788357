import { addDays, dayOf } from '#lib/dates.ts'
import { defaultRules } from '#modules/elections/rules.ts'
import { election, electionCandidate, electionContest } from '#modules/elections/server/tables.ts'
import { body, post } from '#modules/posts/server/tables.ts'
import type { Site } from './app.ts'

let made = 0

/** An election whose result waits for its confirmation, of a council of its own with one place. */
export async function decidedElection({ services: { db } }: Site): Promise<{ id: number; version: number }> {
  const today = dayOf(new Date())
  const name = `复核机构${++made}`
  const [council] = await db
    .insert(body)
    .values({ code: `decided${made}`, name, kind: 'council' })
    .returning()
  const [director] = await db.insert(post).values({ bodyId: council!.id, name: '理事' }).returning()
  const [of] = await db
    .insert(election)
    .values({
      bodyId: council!.id,
      votingBodyId: council!.id,
      title: `${name}换届选举`,
      state: 'decided',
      termEnds: addDays(today, 10),
      termNumber: '第二届',
      termFrom: addDays(today, 20),
      rules: defaultRules,
    })
    .returning()
  const [contest] = await db
    .insert(electionContest)
    .values({ electionId: of!.id, postId: director!.id, seats: 1 })
    .returning()
  await db.insert(electionCandidate).values({
    contestId: contest!.id,
    personName: '程晓明',
    nominatorName: name,
    consent: 'given',
    review: 'accepted',
    outcome: 'elected',
    units: 3,
  })
  return { id: of!.id, version: of!.version }
}
