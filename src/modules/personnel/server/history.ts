import type { z } from 'zod'
import type { Ctx } from '#lib/server/api/context.ts'
import { hook } from '#lib/server/hook.ts'
import type { trainingRow } from '../peopleContract.ts'

/** A course that somebody took part in. */
export type Training = z.output<typeof trainingRow>
type History = (ctx: Pick<Ctx, 'db' | 'now'>, personId: number) => Promise<Training[]>

const history = hook<History>('the courses of a person')

/** Courses are of a module that builds on this one: it tells what it knows of a person. */
export const defineTrainingHistory = history.define

/** The newest first. */
export async function trainingsOf(ctx: Pick<Ctx, 'db' | 'now'>, personId: number): Promise<Training[]> {
  const trainings = await history.get()(ctx, personId)
  return trainings.sort((a, b) => b.startDate.localeCompare(a.startDate))
}
