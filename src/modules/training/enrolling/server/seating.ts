import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { dryRun } from '#lib/server/api/dryRun.ts'
import { submitLocked } from '#modules/review/applying/server/submissions.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates } from '#modules/review/workflow.ts'
import type { enrolmentContract } from '../contract.ts'
import { freePlaces, lockCourse } from './enrolmentCourse.ts'
import { enrolmentKind } from './enrolmentKind.ts'
import { offerPlaces } from './waitingList.ts'

/** Choice if there are fewer places than people, with the number of free places that was shown. */
export type ShortageChoice = Pick<Parsed<(typeof enrolmentContract)['POST /training/v2/submit']>, 'whenFew' | 'seats'>
type HandedIn = { version?: number | undefined; answers?: Record<string, string>; form: Record<string, unknown> }

/**
 * Hands in a registration that is not handed in yet. Where its people are more than the places that are free, whoever
 * signs up has chosen: as many as there are places come in and the others wait, or all of them wait. Who has not chosen,
 * or has chosen when there were more, is asked; what is wrong with the form is told before.
 */
export async function handInSeated(
  ctx: Ctx,
  of: Application,
  sent: HandedIn,
  { whenFew = 'wait', seats = 0, actorName }: ShortageChoice & { actorName: string },
): Promise<Application> {
  const people = peopleIn(sent.form)
  const asOne = () => submitLocked(ctx, enrolmentKind, of, sent, actorName)
  if (whenFew === 'wait') return asOne()
  await offerPlaces(ctx, of.subjectId!)
  const free = Math.max(0, await freePlaces(ctx, await lockCourse(ctx, of.subjectId!)))
  if (people.length <= free) return asOne()
  await dryRun(ctx, tx => submitLocked(tx, enrolmentKind, of, sent, actorName))
  if (whenFew === 'ask' || free === 0 || seats > free) throw askSeatsChoice(people.length, free)
  const form = (some: unknown[]) => ({ ...sent.form, participants: some })
  const first = { ...sent, form: form(people.slice(0, free)) }
  const seated = await submitLocked(ctx, enrolmentKind, of, first, actorName)
  const rest = await beginWaitingPart(ctx, seated)
  await submitLocked(ctx, enrolmentKind, rest, { form: form(people.slice(free)) }, actorName)
  return seated
}

function peopleIn({ participants }: Record<string, unknown>): unknown[] {
  return Array.isArray(participants) ? participants : []
}

function askSeatsChoice(wanted: number, free: number) {
  const say =
    free === 0
      ? `名额刚刚报满，现在没有空余名额。您报的 ${wanted} 人可以全部候补`
      : `现在只余 ${free} 席，您报了 ${wanted} 人。请选择先报 ${free} 人、其余候补，还是全部候补`
  return conflict(say, { seats: say })
}

async function beginWaitingPart(
  { db, now }: Ctx,
  { accountId, organisationId, personId, subjectId, ...of }: Application,
) {
  const about = { accountId, organisationId, personId, subjectId, besideId: of.id }
  const [rest] = await db
    .insert(application)
    .values({ ...about, kind: enrolmentKind.kind, title: of.title, createdAt: now, stateSince: now })
    .returning()
  return rest!
}

/** Open waiting (or offered) parts of a split registration. */
export const readWaitingParts = ({ db }: Pick<Ctx, 'db'>, { id }: Pick<Application, 'id'>): Promise<Application[]> =>
  db
    .select()
    .from(application)
    .where(and(eq(application.besideId, id), inArray(application.state, openStates())))
    .orderBy(asc(application.id))
